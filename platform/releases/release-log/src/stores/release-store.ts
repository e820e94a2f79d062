/**
 * Where releases and their log are stored: a folder or a bucket. Paths are relative, with `/`, and plain
 * (`isPlainPath`): others are refused, and not listed. An object is stored completely or not at all, and durable
 * once the call returns.
 */
export interface ReleaseStore {
  /** The folder or the bucket's address, for messages. */
  readonly name: string;

  /** The time by the store's own clock, in milliseconds since 1970; undefined until it has told it. */
  now(): number | undefined;

  /** @throws {NotStoredError} without such an object, or an Error of one sentence if it is unreadable */
  read(path: string, maxBytes: number): Promise<Buffer>;

  /** Stores an object unless this path already has one. Returns false if it does. */
  create(path: string, content: Buffer): Promise<boolean>;

  /** Stores an object, or replaces it. */
  write(path: string, content: Buffer): Promise<void>;

  /** Removes an object if it exists. */
  remove(path: string): Promise<void>;

  /** Returns all objects below a folder, sorted by path. */
  list(folder: string): Promise<StoredObject[]>;

  /** Returns at most the first 1,000 names in a folder, sorted; those of folders end with `/`. */
  names(folder: string): Promise<string[]>;

  /** Tries below an app. @throws an Error of one sentence when `create` would replace objects */
  requireConditions?(app: string): Promise<void>;

  /** Removes what killed writers left in a folder over an hour ago, if they can leave anything. */
  removeUnfinished?(folder: string): Promise<void>;

  /** Removes a copy of an object that turned out to be damaged, in a store that keeps copies. */
  forget?(path: string): Promise<void>;
}

/** What a gateway does with a store. */
export type ReadableStore = Pick<ReleaseStore, 'now' | 'read' | 'list' | 'names' | 'forget'>;

/** Maximum number of names in one response. */
export const mostNames = 1000;

export interface StoredObject {
  path: string;
  /** In bytes. */
  size: number;
  /** When it was last written, in milliseconds since 1970. */
  at: number;
}

/** The path has something that is not an object, or is larger than allowed. */
export class UnreadableError extends Error {}

/** No object has this path. */
export class NotStoredError extends Error {}

/** For `catch`: turns a NotStoredError into undefined, and rethrows any other error. */
export function ifNotStored(error: unknown): undefined {
  if (!(error instanceof NotStoredError)) throw error;
}
