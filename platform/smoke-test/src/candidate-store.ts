import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allOf } from '@kargo/release-log/all-of';
import { addRecord, nextRecord } from '@kargo/release-log/log/add-record';
import { hashOf } from '@kargo/release-log/log/app-record';
import { emptyState } from '@kargo/release-log/log/read-log';
import { withCurrent } from '@kargo/release-log/log/served-releases';
import {
  newPublisherKey,
  type Publishers,
  publicPart,
} from '@kargo/release-log/rules/release-signature';
import { largest } from '@kargo/release-log/rules/release-sizes';
import { storedFiles } from '@kargo/release-log/rules/stored-files';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { releaseIn } from '@kargo/shared-types/releases/release';
import {
  pagesFile,
  pagesSignatureFile,
  releaseFile,
  signatureFile,
} from '@kargo/shared-types/releases/release-addresses';
import pLimit from 'p-limit';
import { ifNotRead } from './screens.ts';

/** How many files are copied at once; most wait for the disk. */
const filesAtOnce = 16;

/** A release store for one of the smoke test's gateways. */
export interface Candidates {
  folder: string;
  /** `PUBLISHERS` for the gateway. */
  publishers: string;
  /** Versions by app. */
  versions: Record<string, string>;
}

/**
 * Creates a temporary release store in which these versions are current, with only the files that
 * a gateway reads. It has no fallbacks, so that failures show, and its log has a key of its own.
 */
export async function candidateStore(
  store: ReleaseStore,
  site: Record<string, string>,
  publishers: Publishers,
): Promise<AsyncDisposable & Candidates> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-smoke-test-'));
  await using made = new AsyncDisposableStack();
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const candidates = new FolderStore(folder);
  const key = await newPublisherKey('smoke-test', ['*']);
  const trusted = { log: key.x, keys: [...publishers.keys, publicPart(key)] };
  const limit = pLimit(filesAtOnce);
  const add = async ([app, version]: [app: string, version: string]) => {
    const path = `${app}/${version}/${releaseFile}`;
    const content = await store.read(path, largest.release).catch(ifNotRead);
    const release = releaseIn(content);
    // Leaves out apps with unreadable releases. One that is being published was read before.
    if (!content || !release) return;
    const { files } = release;
    const pages = [app, 'shell'].map((by) => pagesFile(site.shell ?? '', { app, version }, by));
    const named = [path, `${app}/${version}/${signatureFile}`, ...pages.map(pagesSignatureFile)];
    const copy = async (file: string) =>
      candidates.write(file, await store.read(file, largest.file));
    const all = [...named, ...pages, ...storedFiles({ app, version, files }).keys()];
    await allOf(all.map((file) => limit(copy, file).catch(ifNotRead)));
    const at = new Date().toISOString();
    const current = { version, hash: hashOf(content), at, by: key.kid, opened: null };
    const signer = { key, by: key.kid, publishers: trusted };
    const first = withCurrent(undefined, current);
    await addRecord(candidates, await nextRecord(emptyState, app, first, signer));
  };
  await allOf(Object.entries(site).map(add));
  const kept = made.move();
  return {
    folder,
    publishers: JSON.stringify(trusted),
    versions: site,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
