import { join } from 'node:path';
import { isBucket, openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import type { ReadableStore } from '@kargo/release-log/stores/release-store';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../env.ts';
import type { GatewayMetrics } from '../gateway-metrics.ts';
import { CachedStore } from './files/cached-store.ts';
import { VerifiedFiles } from './files/verified-files.ts';
import { CurrentReleases } from './site/current-releases.ts';
import { CurrentSite } from './site/current-site.ts';

/** Opens the release store: verified files, current releases, and the site that visitors get. */
export async function openSite(env: Env, log: FastifyBaseLogger, metrics: GatewayMetrics) {
  const written = await openReleaseStore(env.RELEASES);
  const store = withCopies(written, env);
  const create = written.create.bind(written);
  const files = new VerifiedFiles(store, env.PUBLISHERS);
  const currentReleases = new CurrentReleases(files, { store, create, env, log, metrics });
  const currentSite = new CurrentSite({ releases: currentReleases, files, env });
  return { store, files, currentReleases, currentSite };
}

/** Returns the store; if it is a bucket, with copies of its files on the gateway's own disk. */
function withCopies(store: ReadableStore, env: Env): ReadableStore {
  if (!isBucket(env.RELEASES) || !env.STATE_DIR) return store;
  return new CachedStore(store, join(env.STATE_DIR, 'releases'), env.RELEASES_CACHE_BYTES);
}
