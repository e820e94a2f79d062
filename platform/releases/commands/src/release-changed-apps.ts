import { join } from 'node:path';
import type { Store } from '@kargo/delivery/keys';
import { makeCurrent } from '@kargo/delivery/make-current';
import { readSigned } from '@kargo/delivery/read-release';
import { storeBuild } from '@kargo/delivery/store-build';
import type { LogState } from '@kargo/release-log/log/log-state';
import { readLog } from '@kargo/release-log/log/read-log';
import { currentVersion, recordedRelease, wasOpened } from '@kargo/release-log/log/served-releases';
import { releaseVersion } from '@kargo/tools/release-version';
import type { App } from '@kargo/tools/remotes';
import pLimit from 'p-limit';
import { CliError } from './cli-error.ts';
import { progress, seconds } from './progress.ts';
import type { Supervisor } from './supervisor.ts';
import { webpack } from './webpack.ts';

/** A build uses more than one core. */
const buildsAtOnce = 2;

interface Sources extends Store {
  apps: readonly App[];
  supervisor: Supervisor;
  /** Whether releases count only as current if their screens were opened. */
  isTested?: boolean;
  /** Whether the apps whose release is current are included. */
  isEvery?: boolean;
  /** Whether withdrawn releases and frozen apps are skipped instead of being an error. */
  isUnattended?: boolean;
  /** Whether what was built before is taken, and nothing is built. */
  isBuilt?: boolean;
}

/**
 * Builds the apps that have changed, and makes all of them current in one step. Withdrawn releases and frozen apps are
 * skipped. Remotes that are in a repository of their own may be missing.
 *
 * @param withoutShell whether the shell is a development server's, so that they need not go with the stored one
 * @throws {CliError} with webpack's errors when a build fails
 * @throws {RefusedError} when a release may not be served
 */
export async function releaseChangedApps(sources: Sources, withoutShell = false): Promise<void> {
  const { store, keys } = sources;
  const { state: began } = await readLog(store, keys.publishers);
  const versions = await buildApps({ ...sources, isUnattended: true }, began);
  if (Object.keys(versions).length > 0)
    await makeCurrent({ store, keys, versions, withoutShell, isRemoteOptional: true, began });
}

/**
 * Builds and stores the releases of the apps' present sources that are not stored yet.
 *
 * @returns the versions of those that are not current, by app
 * @throws {CliError} with webpack's errors when a build fails
 */
export async function buildApps(sources: Sources, began: LogState) {
  const limit = pLimit(buildsAtOnce);
  const building = sources.apps.map(async (app) => {
    const version = await limit(buildUnlessStored, app, sources, began);
    return version === undefined ? [] : [[app.name, version] as const];
  });
  return Object.fromEntries((await Promise.all(building)).flat());
}

/** Returns the version of an app's present sources once it is stored; undefined if nothing is to be done. */
async function buildUnlessStored(app: App, sources: Sources, state: LogState) {
  const { store, keys, isTested, isEvery, isUnattended } = sources;
  const version = await releaseVersion(app.path);
  const current = currentVersion(state, app.name);
  const record = recordedRelease(state, app.name, version);
  const why = keptBecause(app.name, version, state);
  if (isUnattended && current !== version && why) {
    progress(`${why}: ${current} stays current`);
    return undefined;
  }
  const isStored = await readSigned(store, { app: app.name, version }, keys).catch(() => false);
  if (!isStored) await build(app, sources, version);
  const isPassed = !isTested || (record && wasOpened(record));
  return isStored && current === version && isPassed && !isEvery ? undefined : version;
}

/** Says why another version does not become current without being asked for; undefined if it may. */
function keptBecause(app: string, version: string, state: LogState): string | undefined {
  const withdrawn = recordedRelease(state, app, version)?.withdrawn;
  if (withdrawn !== undefined) return `${app} ${version} was withdrawn (${withdrawn})`;
  const frozen = state.records.get(app)?.record.frozen;
  return frozen && `${app} is frozen (${frozen.reason})`;
}

/** @throws {CliError} when what was built before is not of the present sources */
async function build(app: App, { store, keys, supervisor, isBuilt }: Sources, expected: string) {
  progress(isBuilt ? `Taking the build of ${app.name}` : `Building ${app.name}`);
  const started = performance.now();
  if (!isBuilt) await supervisor.run(webpack(app, 'build'));
  const dist = join(app.path, 'dist');
  const { version } = await storeBuild(dist, { store, keys });
  if (version !== expected)
    throw new CliError(
      `${dist} has ${version}, and the sources are ${expected}: build them first.`,
    );
  const took = seconds(performance.now() - started);
  progress(`${isBuilt ? 'Took' : 'Built'} ${app.name} ${version} in ${took}`);
}
