import { join } from 'node:path';
import { releaseVersion } from '@kargo/build/release-version';
import type { App } from '@kargo/build/remotes';
import { rolledOut } from '@kargo/delivery/change-record';
import type { KeyedStore } from '@kargo/delivery/keys';
import { makeCurrent } from '@kargo/delivery/make-current';
import { readSigned } from '@kargo/delivery/read-release';
import { storeBuild } from '@kargo/delivery/store-build';
import { type LogState, readLog } from '@kargo/release-log/log/read-log';
import { currentVersion, loggedRelease, wasOpened } from '@kargo/release-log/log/served-releases';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import pLimit from 'p-limit';
import { CliError } from './cli-error.ts';
import { progress, step } from './progress.ts';
import type { Supervisor } from './supervisor.ts';
import { webpack } from './webpack.ts';

/** A build uses more than one core. */
const buildsAtOnce = 2;

interface Sources extends KeyedStore {
  apps: readonly App[];
  supervisor: Supervisor;
  /** Whether a current release counts only if its screens were opened. */
  isTested?: boolean;
  /** Whether to include apps whose release is already current. */
  isEvery?: boolean;
  /** Whether to skip withdrawn releases and frozen apps instead of failing. */
  isUnattended?: boolean;
  /** Whether to take existing builds instead of building. */
  isBuilt?: boolean;
}

/**
 * Builds the changed apps and makes them current in one step, except withdrawn releases and frozen
 * apps. Remotes in repositories of their own may be missing.
 *
 * @param withoutShell whether a development server has the shell, so the stored one need not fit
 * @throws {CliError} with webpack's errors when a build fails
 * @throws {RefusedError} when a release may not be served
 */
export async function releaseChangedApps(sources: Sources, withoutShell = false): Promise<void> {
  const { store, keys } = sources;
  const { state: began } = await readLog(store, keys.publishers);
  const versions = await buildApps({ ...sources, isUnattended: true }, began);
  if (Object.keys(versions).length > 0)
    await step(`Judging ${Object.keys(versions).join(', ')}`, () =>
      makeCurrent({ store, keys, versions, withoutShell, isRemoteOptional: true, began }),
    );
}

/**
 * Builds and stores the releases of the apps' current sources, unless they are stored already.
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

/** Returns the version of an app's sources once stored; undefined if there is nothing to do. */
async function buildUnlessStored(app: App, sources: Sources, state: LogState) {
  const { store, keys, isTested, isEvery, isUnattended } = sources;
  const version = await releaseVersion(app.path);
  const current = currentVersion(state, app.name);
  const record = loggedRelease(state, app.name, version);
  const why = await keptBecause(store, app.name, version, state);
  if (isUnattended && current !== version && why) {
    progress(`${why}: ${current} stays current`);
    return undefined;
  }
  const isStored = await readSigned(store, { app: app.name, version }, keys).catch(() => false);
  if (!isStored) await build(app, sources, version);
  const isPassed = !isTested || (record && wasOpened(record));
  return isStored && current === version && isPassed && !isEvery ? undefined : version;
}

/** Returns why a version needs a person to make it current, or an empty string. */
async function keptBecause(store: ReleaseStore, app: string, version: string, state: LogState) {
  const withdrawn = loggedRelease(state, app, version)?.withdrawn;
  if (withdrawn !== undefined) return `${app} ${version} was withdrawn (${withdrawn})`;
  const frozen = state.records.get(app)?.record.frozen;
  if (frozen) return `${app} is frozen (${frozen.reason})`;
  const canary = await rolledOut(store, state, app);
  return canary && canary.version !== version ? `${app} ${canary.version} is being rolled out` : '';
}

/** @throws {CliError} when the existing build is not of the current sources */
async function build(app: App, { store, keys, supervisor, isBuilt }: Sources, expected: string) {
  const dist = join(app.path, 'dist');
  await step(`${isBuilt ? 'Taking the build of' : 'Building'} ${app.name}`, async () => {
    if (!isBuilt) await supervisor.run(webpack(app, 'build'));
    const { version } = await storeBuild(dist, { store, keys });
    if (version === expected) return;
    throw new CliError(
      `${dist} has ${version}, and the sources are ${expected}: build them first.`,
    );
  });
}
