import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parsePublisherKey, publisherVariables } from 'shared-types/releases/release-signature';

/** Origin of the site under test. `pnpm test` starts one; `pnpm start` has it on port 3000. */
export const siteUrl = process.env.SITE_URL || 'http://localhost:3000';

/** Origin of the inbox in which the site's mails arrive. */
export const inboxUrl = process.env.INBOX_URL || 'http://localhost:3020';

/** The site's database, as the owner of its tables, for changing times in it. */
export const databaseUrl =
  process.env.DATABASE_OWNER_URL ||
  `postgres://kargo:kargo@127.0.0.1:${process.env.KARGO_DATABASE_PORT || 3032}/kargo`;

const root = join(import.meta.dirname, '../../..');

const dataFolder = resolve(root, process.env.KARGO_DATA_DIR || '.kargo');

/** Folder in which the site under test has its releases. */
export const siteReleases = join(dataFolder, 'releases');

/** The key that they are signed with, and who may publish beside it: as given, or the key of this machine. */
export function siteKeys(): NodeJS.ProcessEnv {
  const { PUBLISHERS, PUBLISHER_KEY } = process.env;
  if (PUBLISHERS) return { PUBLISHERS, PUBLISHER_KEY };
  const file = join(dataFolder, 'publisher-key.json');
  return publisherVariables(parsePublisherKey(readFileSync(file, 'utf8'), file));
}
