import { join, resolve } from 'node:path';

/** Origin of the site under test. `pnpm test` starts one; `pnpm start` has it on port 3000. */
export const siteUrl = process.env.SITE_URL || 'http://localhost:3000';

/** Origin of the inbox in which the site's mails arrive. */
export const inboxUrl = process.env.INBOX_URL || 'http://localhost:3020';

/** The site's database, as the owner of its tables, for changing times in it. */
export const databaseUrl =
  process.env.DATABASE_OWNER_URL ||
  `postgres://kargo:kargo@127.0.0.1:${process.env.KARGO_DATABASE_PORT || 3032}/kargo`;

const root = join(import.meta.dirname, '../../..');

/** Folder in which the site under test has its releases. */
export const siteReleases = resolve(root, process.env.KARGO_DATA_DIR || '.kargo', 'releases');
