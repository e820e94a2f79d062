import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logFolder } from '@kargo/release-log/log/app-record';
import {
  NotStoredError,
  type ReadableStore,
  type StoredObject,
  UnreadableError,
} from '@kargo/release-log/stores/release-store';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import { LRUCache } from 'lru-cache';

const isLog = (path: string) => path.startsWith(`${logFolder}/`);

/** Whether an object may be replaced, so it must be read from the store first. */
const isReplaced = (path: string) =>
  path.startsWith('pages/') ||
  path.endsWith(`/${releaseFile}`) ||
  path.endsWith(`/${signatureFile}`);

/**
 * A release store with copies on the gateway's own disk. Files of releases are read from the store
 * once, and stay readable while it is down, even after a restart. The log is always read from the
 * store, so changes are noticed. It verifies nothing: `VerifiedFiles` verifies every file.
 */
export class CachedStore implements ReadableStore {
  readonly #store: ReadableStore;
  readonly #folder: string;
  /** Sizes of the copies by file name, most recently used first. */
  readonly #sizes: LRUCache<string, number>;
  /** Until then, copies are read first: the store is down, and reads would wait for a timeout. */
  #awayUntil = 0;

  /**
   * @param folder of the copies, created if it is missing
   * @param maxBytes maximum size of all copies; the least recently used are removed
   */
  constructor(store: ReadableStore, folder: string, maxBytes: number) {
    this.#store = store;
    this.#folder = folder;
    this.#sizes = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (size) => Math.max(size, 1),
      dispose: (_size, name, reason) => {
        if (reason !== 'set') rmSync(join(folder, name), { force: true });
      },
    });
    this.#loadSizes();
  }

  now(): number | undefined {
    return this.#store.now();
  }

  async read(path: string, maxBytes: number): Promise<Buffer> {
    const read = () => this.#store.read(path, maxBytes);
    return isLog(path) ? read() : this.#readThrough(path, isReplaced(path), read);
  }

  names(folder: string): Promise<string[]> {
    return this.#store.names(folder);
  }

  async list(folder: string, most?: number): Promise<StoredObject[]> {
    const path = `list of ${folder}`;
    const read = async () => Buffer.from(JSON.stringify(await this.#store.list(folder, most)));
    return JSON.parse(String(await this.#readThrough(path, true, read)));
  }

  /** Removes the copy of a damaged object, so that the object is read from the store again. */
  async forget(path: string): Promise<void> {
    this.#sizes.delete(nameOf(path));
  }

  /** Reads an object or a list from the store, and keeps a copy for when the store is down. */
  async #readThrough(path: string, mayBeReplaced: boolean, read: () => Promise<Buffer>) {
    const isCopyFirst = !mayBeReplaced || performance.now() < this.#awayUntil;
    const copy = isCopyFirst ? await this.#copyOf(path) : undefined;
    if (copy) return copy;
    try {
      const content = await read();
      await this.#keep(path, content);
      return content;
    } catch (error) {
      // The store has responded, so there is no use for a copy.
      const isResponse = error instanceof NotStoredError || error instanceof UnreadableError;
      const kept = isResponse ? undefined : await this.#copyOf(path);
      if (!kept) throw error;
      this.#awayUntil = performance.now() + 5000;
      return kept;
    }
  }

  async #copyOf(path: string): Promise<Buffer | undefined> {
    const name = nameOf(path);
    if (this.#sizes.get(name) === undefined) return undefined;
    return readFile(join(this.#folder, name)).catch(() => undefined);
  }

  /** Writes a copy. If that fails, nothing is lost: the store still has the object. */
  async #keep(path: string, content: Buffer): Promise<void> {
    const name = nameOf(path);
    const temporary = join(this.#folder, `.${randomUUID()}`);
    try {
      await writeFile(temporary, content);
      await rename(temporary, join(this.#folder, name));
      this.#count(name, content.length);
    } catch {
      await rm(temporary, { force: true });
    }
  }

  #loadSizes(): void {
    mkdirSync(this.#folder, { recursive: true });
    const files = readdirSync(this.#folder).map((name) => {
      const { size, mtimeMs } = statSync(join(this.#folder, name));
      return { name, size, mtimeMs };
    });
    for (const { name, size } of files.sort((one, two) => one.mtimeMs - two.mtimeMs)) {
      // A gateway was killed while it wrote this file.
      if (name.startsWith('.')) rmSync(join(this.#folder, name), { force: true });
      else this.#count(name, size);
    }
  }

  /** Counts a copy, or removes one that alone is larger than all may be. */
  #count(name: string, size: number): void {
    if (!this.#sizes.set(name, size).has(name)) rmSync(join(this.#folder, name), { force: true });
  }
}

const nameOf = (path: string) => createHash('sha256').update(path).digest('hex');
