import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, makeCurrent } from 'delivery/make-current';
import { readReleaseMap } from 'delivery/release-map';
import { storeBuild } from 'delivery/release-store';
import { currentVersion } from 'shared-types/release-map';
import { releaseVersion } from 'tools/release-version';
import { progress, seconds } from './progress.ts';
import { root } from './settings.ts';
import type { Supervisor } from './supervisor.ts';
import { type App, webpack } from './webpack.ts';

/** A build uses more than one core. */
const buildsAtOnce = 2;

interface Sources {
  apps: readonly App[];
  /** Folder that releases are published into. */
  releases: string;
  supervisor: Supervisor;
  /** Tries screens out in a browser, see `Change`. */
  draw?: Change['draw'];
  /** Whether releases that were withdrawn stay away in silence, instead of being an error. */
  leaveWithdrawn?: boolean;
  /** Whether the shell is a development server's, so that releases need not go with the stored one. */
  withoutShell?: boolean;
}

/**
 * Makes the releases of the apps' present sources current, all in one step. Those that are not
 * published yet are built.
 *
 * @returns what was not current before, by app
 * @throws {CliError} with webpack's errors when a build fails
 * @throws {RefusedError} when one may not be served
 */
export async function releaseChangedApps(sources: Sources): Promise<Record<string, string>> {
  const { releases, withoutShell, draw } = sources;
  const versions = await changedVersions(sources);
  const waiting = sources.apps.filter(({ name }) => {
    const version = versions[name];
    return version && !isStored(releases, name, version);
  });
  const buildNext = async (): Promise<void> => {
    const app = waiting.shift();
    if (!app) return;
    await build(app, sources);
    return buildNext();
  };
  await Promise.all(Array.from({ length: buildsAtOnce }, buildNext));
  if (Object.keys(versions).length > 0)
    await makeCurrent({ releases, versions, withoutShell, draw });
  return versions;
}

async function changedVersions({
  apps,
  releases,
  leaveWithdrawn,
}: Sources): Promise<Record<string, string>> {
  const map = await readReleaseMap(releases);
  const versions: Record<string, string> = {};
  for (const { name, folder } of apps) {
    const version = await releaseVersion(folder);
    const current = currentVersion(map, name);
    const withdrawn = map.apps[name]?.find((it) => it.version === version)?.withdrawn;
    if (leaveWithdrawn && withdrawn !== undefined) {
      progress(`${name} ${version} was withdrawn (${withdrawn}): ${current} stays current`);
    } else if (current !== version || !isStored(releases, name, version)) {
      versions[name] = version;
    }
  }
  return versions;
}

const isStored = (releases: string, app: string, version: string) =>
  existsSync(join(releases, app, version, 'release.json'));

async function build(app: App, { releases, supervisor }: Sources): Promise<void> {
  progress(`Building ${app.name}`);
  const started = performance.now();
  await supervisor.run(webpack(app, 'build'));
  const { version } = await storeBuild(join(root, app.folder, 'dist'), releases);
  progress(`Built ${app.name} ${version} in ${seconds(performance.now() - started)}`);
}
