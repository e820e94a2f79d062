import {
  mostNames,
  NotStoredError,
  type ReleaseStore,
  type StoredObject,
  UnreadableError,
} from '../stores/release-store.ts';

export class MemoryStore implements ReleaseStore {
  readonly name = 'memory';
  readonly objects: Map<string, Buffer>;
  /** The requests: `list`, or the path of an object. */
  readonly asked: string[] = [];
  readonly #times = new Map<string, number>();

  constructor(objects: ReadonlyMap<string, Buffer> = new Map()) {
    this.objects = new Map(objects);
  }

  now(): number {
    return Date.now();
  }

  async read(path: string, maxBytes: number): Promise<Buffer> {
    this.asked.push(path);
    const content = this.objects.get(path);
    if (!content) throw new NotStoredError(`${path} does not exist.`);
    if (content.length > maxBytes)
      throw new UnreadableError(`${path} has ${content.length} bytes.`);
    return content;
  }

  async create(path: string, content: Buffer): Promise<boolean> {
    if (this.objects.has(path)) return false;
    await this.write(path, content);
    return true;
  }

  async write(path: string, content: Buffer): Promise<void> {
    this.objects.set(path, content);
    this.#times.set(path, this.now());
  }

  async remove(path: string): Promise<void> {
    this.objects.delete(path);
  }

  async list(folder: string, most?: number): Promise<StoredObject[]> {
    const paths = [...this.objects.keys()].filter((path) => path.startsWith(withSlash(folder)));
    return paths
      .sort()
      .slice(0, most)
      .map((path) => {
        const size = this.objects.get(path)?.length ?? 0;
        return { path, size, at: this.#times.get(path) ?? 0 };
      });
  }

  async names(folder: string): Promise<string[]> {
    this.asked.push('list');
    return namesIn(folder, [...this.objects.keys()]).slice(0, mostNames);
  }
}

const withSlash = (folder: string) => folder.replace(/\/?$/, '/');

/** Returns the names of files and folders in a folder, given the paths of objects. */
export function namesIn(folder: string, paths: readonly string[]): string[] {
  const begin = withSlash(folder);
  const below = paths.filter((path) => path.startsWith(begin));
  const names = below.map((path) => path.slice(begin.length).replace(/\/.*/s, '/'));
  return [...new Set(names)].sort();
}
