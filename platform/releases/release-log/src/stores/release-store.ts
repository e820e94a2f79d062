/**
 * Where releases and their log are stored: a folder or a bucket. Paths are relative, with `/`, and plain
 * (`isPlainPath`): others are refused, and not listed. An object is stored whole or not at all, and is durable when the
 * call returns.
 */
export interface ReleaseStore {
  /** The folder or the address of the bucket, for messages. */
  readonly name: string;

  /** @throws {NotStoredError} when there is no such object, or an Error of one sentence when it cannot be read */
  read(path: string, maxBytes: number): Promise<Buffer>;

  /** Stores an object unless there is one at this path. Returns false if there is one. */
  create(path: string, content: Buffer): Promise<boolean>;

  /** Stores an object, or replaces it. */
  write(path: string, content: Buffer): Promise<void>;

  /** Removes an object, if there is one. */
  remove(path: string): Promise<void>;

  /** Returns all objects below a folder, sorted by path: those behind `after`, if it is given. */
  list(folder: string, after?: string): Promise<StoredObject[]>;

  /** @throws an Error of one sentence when `create` would replace objects, in a store that may do so */
  requireConditions?(): Promise<void>;

  /** Removes what killed writers left in a folder over an hour ago, in a store where they may do so. */
  removeUnfinished?(folder: string): Promise<void>;

  /** Removes a copy of an object that turned out to be damaged, in a store that has copies. */
  forget?(path: string): Promise<void>;
}

/** What a gateway does with a store. */
export type ReadableStore = Pick<ReleaseStore, 'read' | 'list' | 'forget'>;

export interface StoredObject {
  path: string;
  /** In bytes. */
  size: number;
  /** When it was last written, in milliseconds since 1970. */
  at: number;
}

/** There is something at this path that is not an object, or is larger than it may be. */
export class UnreadableError extends Error {}

/** There is no object at this path. */
export class NotStoredError extends Error {}

/** For `catch`: turns a NotStoredError into undefined, and throws any other error again. */
export function ifNotStored(error: unknown): undefined {
  if (!(error instanceof NotStoredError)) throw error;
}
