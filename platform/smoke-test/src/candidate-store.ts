import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  newPublisherKey,
  type Publishers,
  publicPart,
} from '@kargo/release-log/contract/release-signature';
import { largest } from '@kargo/release-log/contract/release-sizes';
import { storedFiles } from '@kargo/release-log/contract/stored-files';
import { appendEntry, recordAfter } from '@kargo/release-log/log/append-entry';
import { hashOf } from '@kargo/release-log/log/log-entry';
import { emptyState } from '@kargo/release-log/log/log-state';
import { withCurrent } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import {
  ifNotStored,
  type ReleaseStore,
  UnreadableError,
} from '@kargo/release-log/stores/release-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import { Release } from '@kargo/shared-types/releases/release';
import {
  pagesFile,
  pagesSignatureFile,
  releaseFile,
  signatureFile,
} from '@kargo/shared-types/releases/release-addresses';
import { type Static, Type } from 'typebox';

/** A release store for a gateway of the smoke test. */
export const Candidates = Type.Object({
  folder: Type.String(),
  /** `PUBLISHERS` for the gateway. */
  publishers: Type.String(),
  /** Its releases, by app. */
  versions: Type.Record(Type.String(), Type.String()),
});
export type Candidates = Static<typeof Candidates>;

/**
 * Creates a temporary release store in which these versions are current, without what the gateway would not read.
 * There are no fallbacks, so that failures are visible.
 *
 * @param site versions by app
 * @returns the store, whose log is signed by a key of its own
 */
export async function candidateStore(
  store: ReleaseStore,
  site: Record<string, string>,
  publishers: Publishers,
): Promise<AsyncDisposable & Candidates> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-smoke-test-'));
  const candidates = new FolderStore(folder);
  const key = await newPublisherKey('smoke-test', ['*']);
  const trusted = { log: key.x, keys: [...publishers.keys, publicPart(key)] };
  const records: Record<string, string> = {};
  for (const [app, version] of Object.entries(site)) {
    const path = `${app}/${version}/${releaseFile}`;
    const content = await store.read(path, largest.release).catch(() => undefined);
    // An app whose release is unreadable is missing. One that is being published has been read before.
    if (!content) continue;
    const { files } = parseJson(Release, String(content), path);
    const pages = [app, 'shell'].map((by) => pagesFile(site.shell ?? '', { app, version }, by));
    const named = [path, `${app}/${version}/${signatureFile}`, ...pages.map(pagesSignatureFile)];
    for (const file of [...named, ...pages, ...storedFiles({ app, version, files }).keys()]) {
      const copied = await store.read(file, largest.file).catch(ifNotRead);
      if (copied) await candidates.write(file, copied);
    }
    const at = new Date().toISOString();
    const current = { version, hash: hashOf(content), at, by: key.kid, opened: null };
    const signer = { key, by: key.kid, publishers: trusted };
    records[app] = await recordAfter(emptyState, app, withCurrent(undefined, current), signer);
  }
  await appendEntry(candidates, emptyState, records);
  return {
    folder,
    publishers: JSON.stringify(trusted),
    versions: site,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The gateway would not read it either. */
function ifNotRead(error: unknown): undefined {
  if (!(error instanceof UnreadableError)) ifNotStored(error);
}
