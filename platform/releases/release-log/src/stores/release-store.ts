/**
 * A folder or bucket with releases and their log. Paths are relative, with `/`, and plain
 * (`isPlainPath`); others are refused, and `list` leaves them out. Objects are stored whole or not
 * at all, and durable once the call returns.
 */
export interface ReleaseStore {
  /** The folder or the bucket's address, for messages. */
  readonly name: string;

  /** Milliseconds since 1970 by the store's own clock; undefined before its first response. */
  now(): number | undefined;

  /** @throws {NotStoredError} if there is none, or an Error of one sentence if it is unreadable */
  read(path: string, maxBytes: number): Promise<Buffer>;

  /** Stores an object, unless its path is taken: then it returns false. */
  create(path: string, content: Buffer): Promise<boolean>;

  /** Stores or replaces an object. */
  write(path: string, content: Buffer): Promise<void>;

  /** Removes an object, if there is one. */
  remove(path: string): Promise<void>;

  /** Returns objects below a folder, sorted by path, up to `mostObjects` or about `most`. */
  list(folder: string, most?: number): Promise<StoredObject[]>;

  /**
   * Returns the first 1,000 names in a folder, sorted; names of folders end with `/`.
   *
   * @throws {UnreadableError} if it has too many for that
   */
  names(folder: string): Promise<string[]>;

  /** Tries `create` in an app's folder. @throws an Error of one sentence if it replaces objects */
  requireConditions?(app: string): Promise<void>;

  /** Removes what killed writers left in a folder over an hour ago, where they leave anything. */
  removeUnfinished?(folder: string): Promise<void>;

  /** Drops a damaged copy of an object, in a store that keeps copies. */
  forget?(path: string): Promise<void>;
}

/** The part of a store that a gateway uses. */
export type ReadableStore = Pick<ReleaseStore, 'now' | 'read' | 'list' | 'names' | 'forget'>;

/** Maximum number of names in one response. */
export const mostNames = 1000;

/** Maximum number of listed objects: others would wait for a team that fills its folder. */
export const mostObjects = 100_000;

export interface StoredObject {
  path: string;
  /** In bytes. */
  size: number;
  /** When it was last written, in milliseconds since 1970. */
  at: number;
}

/** The path leads to something that is not an object, or is too large. */
export class UnreadableError extends Error {}

/** No object has this path. */
export class NotStoredError extends Error {}

/** For `catch`: turns a NotStoredError into undefined, and rethrows any other error. */
export function ifNotStored(error: unknown): undefined {
  if (!(error instanceof NotStoredError)) throw error;
}
