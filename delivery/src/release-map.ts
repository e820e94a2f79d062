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

/** Reads the release map of a releases folder; it is empty before the first release. */
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
 * @throws {RefusedError} when it would be too large to read
 */
export async function writeReleaseMap(releases: string, map: ReleaseMap): Promise<void> {
  const file = join(releases, releaseMapFile);
  const content = `${JSON.stringify(map, null, 2)}\n`;
  requireSize(file, Buffer.byteLength(content), largest.map);
  await writeAtomically(file, content);
  await rm(join(releases, firstReleaseMapFile), { force: true });
}

/** Maximum number of releases of one app in the map. */
const keptRecords = 10;

/**
 * Returns the map with these versions as the current ones. Each release is listed once.
 *
 * @param withdraw reason to withdraw the replaced releases; undefined to keep them as fallbacks
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
    // A release that is current already keeps its time and user; only `passed` may change.
    const current = left?.version === version ? left : { version, ...record };
    next[app] = [{ ...current, passed }, ...others].slice(0, keptRecords);
  }
  return { generation: generation + 1, apps: next };
}
