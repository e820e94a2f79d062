import { randomUUID } from 'node:crypto';
import { constants, type Dirent, type Stats } from 'node:fs';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { explainDiskFull } from './disk-full.ts';
import { isPlainPath, requirePlainPath } from './plain-path.ts';
import { readStored } from './read-stored.ts';
import {
  mostNames,
  mostObjects,
  NotStoredError,
  type ReleaseStore,
  type StoredObject,
  UnreadableError,
} from './release-store.ts';

/**
 * A release store in a folder. An app's folder may be a link; links inside it are refused. New
 * files get the store's owner, group and rights, despite the umask, so that others can read them.
 */
export class FolderStore implements ReleaseStore {
  readonly name: string;

  constructor(folder: string) {
    this.name = folder;
  }

  now(): number {
    return Date.now();
  }

  async read(path: string, maxBytes: number): Promise<Buffer> {
    requirePlainPath(path, this.name);
    const [first = '', ...rest] = path.split('/');
    return readStored(join(this.name, first), rest.join('/'), maxBytes).catch((error) => {
      if (isMissing(error)) throw new NotStoredError(`${join(this.name, path)} does not exist.`);
      throw isUnusable(error) ? new UnreadableError(`${error.path} cannot be read.`) : error;
    });
  }

  async create(path: string, content: Buffer): Promise<boolean> {
    let isCreated = true;
    await this.#store(path, content, (temporary, file) =>
      // Unlike `rename`, this fails if the file exists.
      link(temporary, file).catch((error) => {
        if (error.code !== 'EEXIST') throw error;
        isCreated = false;
      }),
    );
    return isCreated;
  }

  async write(path: string, content: Buffer): Promise<void> {
    await this.#store(path, content, rename);
  }

  async remove(path: string): Promise<void> {
    requirePlainPath(path, this.name);
    await this.#refuseLinks(dirname(path));
    await rm(join(this.name, path), { force: true });
    await removeEmptyFolders(this.name, dirname(path));
  }

  async names(folder: string): Promise<string[]> {
    const entries = await this.#entries(folder, false, mostObjects);
    if (entries.length === mostObjects)
      throw new UnreadableError(`${join(this.name, folder)} has too many files.`);
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    return names
      .filter((name) => !isTemporary(name))
      .sort()
      .slice(0, mostNames);
  }

  async list(folder: string, most = mostObjects): Promise<StoredObject[]> {
    const entries = await this.#entries(folder, true, most);
    const paths = entries
      .filter((entry) => entry.isFile() && !isTemporary(entry.name))
      .map((entry) => relative(this.name, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter(isPlainPath);
    const objects = paths.map(async (path) => {
      // A file may be removed in the meantime.
      const found = await lstat(join(this.name, path)).catch(() => undefined);
      return found && { path, size: found.size, at: found.mtimeMs };
    });
    const found = (await Promise.all(objects)).filter((object) => object !== undefined);
    return found.sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  async removeUnfinished(folder: string): Promise<void> {
    const entries = await this.#entries(folder);
    for (const { parentPath, name } of entries.filter((entry) => isTemporary(entry.name))) {
      const file = join(parentPath, name);
      const { mtimeMs = Date.now() } = (await lstat(file).catch(() => undefined)) ?? {};
      if (Date.now() - mtimeMs > abandonedMs) await rm(file, { force: true });
    }
  }

  async #entries(folder: string, recursive = true, most = mostObjects): Promise<Dirent[]> {
    const path = folder.replace(/\/$/, '');
    requirePlainPath(path, this.name);
    try {
      await this.#refuseLinks(path);
      const entries: Dirent[] = [];
      for await (const entry of await opendir(join(this.name, path), { recursive, bufferSize }))
        if (entries.push(entry) >= most) break;
      return entries;
    } catch (error) {
      const isClosed = isUnusable(error as Error) && path.includes('/');
      if (isClosed || isMissing(error as Error) || error instanceof UnreadableError) return [];
      throw error;
    }
  }

  /** Otherwise whoever may write to an app's folder could have others change files elsewhere. */
  async #refuseLinks(folder: string): Promise<void> {
    const [first = '', ...rest] = folder.split('/');
    let path = join(this.name, first);
    for (const name of rest) {
      path = join(path, name);
      const found = await lstat(path).catch(() => undefined);
      if (found?.isSymbolicLink()) throw new UnreadableError(`${path} is reached by a link.`);
    }
  }

  /** Writes a file under a name that readers ignore, then moves it to its place. */
  async #store(path: string, content: Buffer, place: typeof rename): Promise<void> {
    requirePlainPath(path, this.name);
    const file = join(this.name, path);
    const temporary = join(dirname(file), `${temporaryPrefix}${basename(file)}.${randomUUID()}`);
    try {
      await this.#refuseLinks(dirname(path));
      const store = await this.#makeFolder(dirname(file));
      await writeFlushed(temporary, content, store);
      await place(temporary, file);
    } catch (error) {
      throw await explainDiskFull(error as Error, this.name, content.length);
    } finally {
      // If this fails, `removeUnfinished` removes it later; the error of the write matters more.
      await rm(temporary, { force: true }).catch(() => undefined);
    }
    await flushFolder(dirname(file));
  }

  /** Creates a folder and its parents. Returns the properties of the store's folder. */
  async #makeFolder(folder: string): Promise<Stats> {
    const made = await mkdir(folder, { recursive: true });
    const store = await stat(this.name);
    const isMade = (it: string) => made && it.length >= made.length && it !== this.name;
    for (let left = folder; isMade(left); left = dirname(left)) await share(left, store, 0o7777);
    return store;
  }
}

async function writeFlushed(file: string, content: Buffer, store: Stats): Promise<void> {
  await using handle = await open(file, 'wx');
  await handle.writeFile(content);
  await share(file, store, 0o666);
  await handle.sync();
}

/** Gives a new file or folder to the owner and group of the store's folder, if this user may. */
async function share(path: string, { uid, gid, mode }: Stats, ofKind: number): Promise<void> {
  const keepOwner = -1;
  await chown(path, uid, gid)
    .catch(() => chown(path, keepOwner, gid))
    .catch(() => undefined);
  const rights = (await stat(path)).mode;
  const missing = mode & ofKind & ~rights;
  if (missing) await chmod(path, (rights | missing) & 0o7777);
}

/** How many entries of a folder are read at once. */
const bufferSize = 1024;

const temporaryPrefix = '.writing-';

/** No write takes longer, in milliseconds. */
const abandonedMs = 60 * 60 * 1000;

const isTemporary = (name: string) => name.startsWith(temporaryPrefix);

const isMissing = ({ code = '' }: NodeJS.ErrnoException) => ['ENOENT', 'ENOTDIR'].includes(code);

const isUnusable = ({ code = '' }: NodeJS.ErrnoException) => /^E(ACCES|PERM|LOOP|NXIO)$/.test(code);

/** Removes a folder and its parents inside the store while they are empty. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  try {
    for (let left = folder; left !== '.'; left = dirname(left)) await rmdir(join(root, left));
  } catch {} // One is not empty.
}

/** Flushes the names in a folder to disk, to survive a power failure. */
async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, constants.O_RDONLY);
  await handle.sync();
}
