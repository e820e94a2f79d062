import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  parsePublisherKey,
  parsePublishers,
  publisherVariables,
} from '@kargo/release-log/rules/release-signature';

/** Origin of the site under test. `pnpm test` starts one; the default is that of `pnpm start`. */
export const siteUrl = process.env.SITE_URL || 'http://localhost:3000';

/** Origin of the inbox for the site's mails. */
export const inboxUrl = process.env.INBOX_URL || 'http://localhost:3020';

/** Origin of the site's identity provider, Firebase's emulator. */
export const authUrl = `http://localhost:${process.env.KARGO_AUTH_PORT || 3030}`;

export const root = join(import.meta.dirname, '../../../..');

export const dataFolder = resolve(root, process.env.KARGO_DATA_DIR || '.kargo');

export const siteReleases = join(dataFolder, 'releases');

/** The releases' keys from the environment; by default, this machine's key. */
export function siteKeys(): NodeJS.ProcessEnv {
  const { PUBLISHERS, PUBLISHER_KEY } = process.env;
  if (PUBLISHERS) return { PUBLISHERS, PUBLISHER_KEY };
  const file = join(dataFolder, 'publisher-key.json');
  return publisherVariables(parsePublisherKey(readFileSync(file, 'utf8'), file));
}

export const sitePublishers = () => parsePublishers(siteKeys().PUBLISHERS ?? '', 'PUBLISHERS');

export const siteKey = () => parsePublisherKey(siteKeys().PUBLISHER_KEY ?? '', 'PUBLISHER_KEY');
