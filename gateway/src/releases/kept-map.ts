import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseReleaseMap, type ReleaseMap } from 'shared-types/release-map';

/**
 * The newest release map that was served. It is kept where those who write to the release store cannot
 * write, so that they cannot put an older map back.
 */
export class KeptMap {
  readonly #folder: string | undefined;
  readonly #file: string;
  #map: ReleaseMap | null = null;

  /** @param folder without one, the map is kept until the gateway ends */
  constructor(folder: string | undefined) {
    this.#folder = folder;
    this.#file = join(folder ?? '', 'release-map.json');
  }

  /** Null before the first. */
  async read(): Promise<ReleaseMap | null> {
    if (this.#map || !this.#folder) return this.#map;
    try {
      this.#map = parseReleaseMap(await readFile(this.#file, 'utf8'), this.#file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return this.#map;
  }

  /** @throws when the map is older than the one that is kept */
  async requireNotOlder({ generation }: ReleaseMap): Promise<void> {
    const kept = await this.read();
    if (!kept || generation >= kept.generation) return;
    const where = this.#folder ? `delete ${this.#file} and ` : '';
    throw new Error(
      `The release map is of generation ${generation}, and one of ${kept.generation} was served before: it stays. To accept the older one, ${where}start the gateway again.`,
    );
  }

  async keep(map: ReleaseMap): Promise<void> {
    const isNew = map.generation !== this.#map?.generation;
    this.#map = map;
    if (!this.#folder || !isNew) return;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(`${this.#file}.new`, JSON.stringify(map), { flush: true });
    await rename(`${this.#file}.new`, this.#file);
  }
}
