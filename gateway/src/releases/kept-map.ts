import { mkdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { ReleaseMap } from 'shared-types/releases/release-map';
import { type KeptCopy, newCopy, readCopy, writeCopy } from './kept-copy.ts';

const copies = ['release-map.json', 'release-map-copy.json'] as const;

/**
 * The newest release map that was served. It is stored outside the release store, so that somebody who
 * can write to the store cannot restore an older map. There are two copies, and a damaged one is
 * replaced by the other. The site is served even if both are damaged.
 */
export class KeptMap {
  readonly #folder: string | undefined;
  readonly #log: FastifyBaseLogger;
  #kept: KeptCopy | null = null;
  #reading: Promise<void> | null = null;
  #isWritten = true;
  /** Error of the last attempt to write the map; empty if it succeeded. */
  #problem = '';

  /** @param folder if undefined, the map is kept in memory until the gateway ends */
  constructor(folder: string | undefined, log: FastifyBaseLogger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Returns null before the first map. */
  async read(): Promise<ReleaseMap | null> {
    this.#reading ??= this.#read();
    await this.#reading;
    return this.#kept?.map ?? null;
  }

  /** Whether a kept map, current or earlier, lists this release. */
  hasNamed(app: string, version: string): boolean {
    return this.#kept?.named.has(`${app}/${version}`) ?? false;
  }

  /** @throws when the map is older than the kept one, or differs from it in the same generation */
  async requireNewer({ generation, apps }: ReleaseMap): Promise<void> {
    const kept = await this.read();
    if (!kept || generation > kept.generation) return;
    if (generation === kept.generation && isDeepStrictEqual(apps, kept.apps)) return;
    const what =
      generation < kept.generation
        ? `is of generation ${generation}, and one of ${kept.generation} was served before`
        : `differs from the one of generation ${generation} that was served before`;
    const where = this.#folder ? `delete release-map*.json in ${this.#folder} and ` : '';
    throw new Error(
      `The release map ${what}, which stays. To accept this one, ${where}start the gateway again.`,
    );
  }

  /** Replaces the kept map, and writes it to disk. If that fails, `write` tries again later. */
  async keep(map: ReleaseMap): Promise<void> {
    if (this.#kept && map.generation === this.#kept.map.generation) return;
    this.#kept = newCopy(map, this.#kept);
    this.#isWritten = false;
    await this.write();
  }

  /** Writes the map if it is not on disk yet, for example because the disk was full. Logs a failure once. */
  async write(): Promise<void> {
    if (!this.#folder || !this.#kept || this.#isWritten) return;
    try {
      await mkdir(this.#folder, { recursive: true });
      for (const name of copies) await writeCopy(this.#folder, name, this.#kept);
      this.#isWritten = true;
      if (this.#problem) this.#log.info('the release map is kept again');
      this.#problem = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#problem)
        this.#log.error(
          { problem: message },
          'the release map could not be kept, so an older one would be accepted after a restart; it is tried again until it can be',
        );
      this.#problem = message;
    }
  }

  async #read(): Promise<void> {
    const folder = this.#folder;
    if (!folder) return;
    const found = await Promise.allSettled(copies.map((name) => readCopy(folder, name)));
    const whole = found.flatMap((copy) => (copy.status === 'fulfilled' && copy.value) || []);
    const [newest] = whole.toSorted((one, two) => two.map.generation - one.map.generation);
    const damages = found.flatMap((copy) =>
      copy.status === 'rejected' ? copy.reason.message : [],
    );
    if (damages.length > 0)
      this.#log.error(
        { problem: damages.join(' ') },
        newest
          ? 'a copy of the kept release map is damaged; the other one replaces it'
          : 'the kept release map is damaged, so an older one would be accepted now: compare what is current, by "pnpm releases", with what was published last',
      );
    if (!newest) return;
    const { text } = newCopy(newest.map, newest);
    this.#kept = { ...newest, text };
    this.#isWritten = whole.filter((copy) => copy.text === text).length === copies.length;
    await this.write();
  }
}
