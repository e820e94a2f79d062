import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { firstReleaseMapFile, releaseMapFile } from 'shared-types/releases/release-addresses';
import {
  parseReleaseMap,
  type ReleaseMap,
  type ReleaseRecord,
} from 'shared-types/releases/release-map';
import { largest } from 'shared-types/releases/release-sizes';
import { writeAtomically } from './atomic-write.ts';
import { exists } from './exists.ts';
import { readStored } from './read-stored.ts';
import { requireSize } from './require-size.ts';

/** The release map of a releases folder, empty before the first release. */
export async function readReleaseMap(releases: string): Promise<ReleaseMap> {
  for (const name of [releaseMapFile, firstReleaseMapFile]) {
    const file = join(releases, name);
    if (!(await exists(file))) continue;
    return parseReleaseMap(String(await readStored(releases, name, largest.map)), file);
  }
  return { generation: 0, apps: {} };
}

/**
 * Replaces the map. Needs the lock.
 *
 * @throws {RefusedError} when it would be too large to be read again
 */
export async function writeReleaseMap(releases: string, map: ReleaseMap): Promise<void> {
  const file = join(releases, releaseMapFile);
  const content = `${JSON.stringify(map, null, 2)}\n`;
  requireSize(file, Buffer.byteLength(content), largest.map);
  await writeAtomically(file, content);
  await rm(join(releases, firstReleaseMapFile), { force: true });
}

/** How many releases of an app the map names. */
const keptRecords = 10;

/**
 * The map once these versions have become current. Each release is listed once.
 *
 * @param withdraw why nothing falls back any more on what is left; undefined when it may
 */
export function withCurrent(
  { generation, apps }: ReleaseMap,
  versions: Record<string, string>,
  record: Omit<ReleaseRecord, 'version' | 'withdrawn'>,
  withdraw?: string,
): ReleaseMap {
  const next = { ...apps };
  for (const [app, version] of Object.entries(versions)) {
    const [left, ...earlier] = apps[app] ?? [];
    const before = left && withdraw !== undefined ? { ...left, withdrawn: withdraw } : left;
    const known = [...(before ? [before] : []), ...earlier];
    const passed =
      known.find((it) => it.version === version)?.passed === 'all' ? 'all' : record.passed;
    const others = known.filter((it) => it.version !== version);
    // What is current stays so since when it was, though it may have been tried out only now.
    const current = left?.version === version ? left : { version, ...record };
    next[app] = [{ ...current, passed }, ...others].slice(0, keptRecords);
  }
  return { generation: generation + 1, apps: next };
}
