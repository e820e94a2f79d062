import { hashOf } from '@kargo/release-log/log/app-record';
import { nameOf } from '@kargo/release-log/rules/release-gate';
import { type Publishers, verifiedRelease } from '@kargo/release-log/rules/release-signature';
import { largest } from '@kargo/release-log/rules/release-sizes';
import {
  ifNotStored,
  NotStoredError,
  type ReadableStore,
  UnreadableError,
} from '@kargo/release-log/stores/release-store';
import type { FileHash, ReleaseName, StoredRelease } from '@kargo/shared-types/releases/release';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import { chooseEncoding, type Encoding, encodings } from '../../transport/choose-encoding.ts';
import { entityTag } from './entity-tag.ts';

/** A file of a release whose publisher's signature was verified. */
export interface VerifiedFile {
  content: Buffer;
  encoding: Encoding;
  /** Value of `content-type`. */
  type: string;
  etag: string;
}

/** The release is missing or not signed by a publisher, or the file missing or not for visitors. */
export class NoSuchFileError extends Error {
  readonly statusCode = 404;
}

/** The store does not respond, so the same request may succeed a moment later. */
export class StoreAwayError extends Error {}

/** A file differs from what was published. */
export class DamagedFileError extends Error {
  readonly file: string;
  readonly release: string;

  constructor(file: string, release: StoredRelease, options?: ErrorOptions) {
    super(`${file} of ${nameOf(release)} is not what was published`, options);
    this.file = file;
    this.release = nameOf(release);
  }
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' };

/** Size of the cache in bytes, enough for the scripts of about twenty releases. */
const keptBytes = 64 * 1024 * 1024;

/** Size of the `release.json` in the cache: dozens of the largest, hundreds of usual ones. */
const keptReleaseBytes = 8 * 1024 * 1024;

/** A caller that waits for an entry still gets it if it leaves the cache first. */
const keepsAnswering = { ignoreFetchAbort: true };

/** Whether a file is only for the teams: source maps, Node bundles, and hidden files. */
const isForTeams = (path: string) => /\.map$|^node\/|(^|\/)\./.test(path);

interface Wanted {
  release: StoredRelease;
  /** Inside the release's folder. */
  path: string;
  hash: FileHash;
}

/** Reads and caches files of releases. Verifies each in memory, so visitors get what was signed. */
export class VerifiedFiles {
  readonly store: ReadableStore;
  readonly publishers: Publishers;
  readonly #releases = new LRUCache<string, StoredRelease, { app: string; version: string }>({
    ...keepsAnswering,
    max: 100,
    fetchMethod: (_key, _old, { context: { app, version } }) =>
      this.release(app, version).catch((error) => {
        if (error instanceof StoreAwayError) throw error;
        throw new NoSuchFileError(error.message, { cause: error });
      }),
  });
  /** Verified releases, or why they are refused: each change of the site reads them again. */
  readonly #verified = new LRUCache<string, StoredRelease | Error>({ maxSize: keptReleaseBytes });
  readonly #contents = new LRUCache<string, Buffer, Wanted>({
    ...keepsAnswering,
    maxSize: keptBytes,
    sizeCalculation: ({ length }) => Math.max(length, 1),
    fetchMethod: (_key, _old, { context }) => this.#readVerified(context),
  });

  constructor(store: ReadableStore, publishers: Publishers) {
    this.store = store;
    this.publishers = publishers;
  }

  /**
   * Reads `release.json` of a published release from the store.
   *
   * @param expected hash of the file in the log; undefined for any
   * @throws {StoreAwayError}, or an Error of one sentence when the file is missing, has another
   *   hash, or is not signed by one of the publishers
   */
  async release(app: string, version: string, expected?: string): Promise<StoredRelease> {
    const folder = keyOf({ app, version });
    const content = await this.#stored(`${folder}/${releaseFile}`, largest.release);
    const path = `${folder}/${signatureFile}`;
    const signature = await this.#stored(path, largest.signature).catch(ifNotStored);
    const signed = signature && `${signature}`;
    const hash = hashOf(content);
    const key = `${folder} ${hash} ${signed}`;
    const verifying = () =>
      verifiedRelease({ app, version }, `${content}`, signed, this.publishers).catch(
        (error: Error) => error,
      );
    const release = this.#verified.get(key) ?? (await verifying());
    this.#verified.set(key, release, { size: content.length + 1 });
    if (release instanceof Error) throw release;
    if (expected === undefined || hash === expected) return release;
    throw new Error(`release.json of ${nameOf(release)} is not the one that the log names.`);
  }

  /**
   * @param path inside the release's folder, with `/`
   * @param acceptEncoding header of the request
   * @throws {NoSuchFileError | DamagedFileError | StoreAwayError}
   */
  async read(
    app: string,
    version: string,
    path: string,
    acceptEncoding?: string,
  ): Promise<VerifiedFile> {
    const release = await this.#releases.forceFetch(keyOf({ app, version }), {
      context: { app, version },
    });
    return path === releaseFile ? described(release) : this.readOf(release, path, acceptEncoding);
  }

  /** Like `read`, for a release that was read earlier: the store may have another one by now. */
  async readOf(
    release: StoredRelease,
    path: string,
    acceptEncoding = 'identity',
  ): Promise<VerifiedFile> {
    const { files = {} } = release;
    const hash = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!hash || isForTeams(path)) throw new NoSuchFileError(`${nameOf(release)} has no ${path}`);
    const variants: Record<string, FileHash> = { ...hash.variants, '': hash };
    const offered = encodings.filter((encoding) => suffixes[encoding] in variants);
    const encoding = chooseEncoding(acceptEncoding, offered);
    const suffix = suffixes[encoding];
    const wanted = { release, path: path + suffix, hash: variants[suffix] ?? hash };
    const key = `${keyOf(release)}/${wanted.path} ${wanted.hash.sha384}`;
    const content = await this.#contents.forceFetch(key, { context: wanted });
    return {
      content,
      encoding,
      type: contentType(path.slice(path.lastIndexOf('.'))) || 'application/octet-stream',
      // Only as long as those of `entityTag`, since a page downloads eight such files.
      etag: `"${wanted.hash.sha384.slice(0, 27)}"`,
    };
  }

  async #readVerified({ release, path, hash }: Wanted): Promise<Buffer> {
    const stored = `${keyOf(release)}/${path}`;
    const maxBytes = Math.min(hash.size, largest.file);
    const content = await this.#stored(stored, maxBytes).catch((cause) => {
      if (cause instanceof NotStoredError)
        throw new NoSuchFileError(`${nameOf(release)} has lost ${path}`, { cause });
      if (cause instanceof UnreadableError) throw this.#damaged(path, release, cause);
      throw cause;
    });
    if (hashOf(content) === hash.sha384) return content;
    await this.store.forget?.(stored);
    throw this.#damaged(path, release);
  }

  async #stored(path: string, maxBytes: number): Promise<Buffer> {
    return this.store.read(path, maxBytes).catch((cause: Error) => {
      if (cause instanceof NotStoredError || cause instanceof UnreadableError) throw cause;
      throw new StoreAwayError(`${path}: ${cause.message}`, { cause });
    });
  }

  #damaged(path: string, release: StoredRelease, cause?: Error): DamagedFileError {
    // The release may have been replaced, or signed again, since it was read.
    this.#releases.delete(keyOf(release));
    return new DamagedFileError(path, release, { cause });
  }
}

const keyOf = ({ app, version }: ReleaseName) => `${app}/${version}`;

/** Returns a verified `release.json` as a file. */
function described(release: StoredRelease): VerifiedFile {
  const content = Buffer.from(JSON.stringify(release));
  const type = 'application/json; charset=utf-8';
  return { content, encoding: 'identity', type, etag: entityTag(content) };
}
