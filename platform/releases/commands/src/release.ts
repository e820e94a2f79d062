#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatProblem } from '@kargo/create-remote/format-problem';
import { promoteCanary } from '@kargo/delivery/canary';
import { cleanAfterPublish } from '@kargo/delivery/clean-after-publish';
import { freezeApp, unfreezeApp } from '@kargo/delivery/freeze';
import type { SmokeTest } from '@kargo/delivery/judge-releases';
import { keyFor } from '@kargo/delivery/keys';
import { makeCurrent } from '@kargo/delivery/make-current';
import { endPreviews } from '@kargo/delivery/preview';
import { removeApp } from '@kargo/delivery/remove-app';
import { takeOver } from '@kargo/delivery/take-over';
import type { LogState } from '@kargo/release-log/log/log-state';
import { readLog } from '@kargo/release-log/log/read-log';
import { canariesOf } from '@kargo/release-log/log/served-releases';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import { type App, isOwnRepository } from '@kargo/tools/remotes';
import { requireSharedVersions } from '@kargo/tools/require-shared-versions';
import { apps } from './apps.ts';
import { CliError, runCommand } from './cli-error.ts';
import { compareWithApi } from './compare-with-api.ts';
import { goBack, requirePublished } from './go-back.ts';
import { openStore, printStatuses, type Store, storeOptions } from './open-release-store.ts';
import { printPreviewLink } from './preview-link.ts';
import { progress } from './progress.ts';
import { buildApps, refuseOlderCommits } from './release-changed-apps.ts';
import { readSettings, root, type Settings } from './settings.ts';
import { smokeTestIn } from './smoke-test.ts';
import { Supervisor } from './supervisor.ts';
import { typeCheck } from './webpack.ts';

const usage =
  'Usage: pnpm release <app…> [--without-browser]        build, judge and publish\n' +
  '       pnpm release <app…> --preview [--for 2h]       judge and store, and print a link that shows it\n' +
  '       pnpm release <app…> --percent 5                make it a canary, for five of a hundred visitors\n' +
  '       pnpm release <app…> --built                    take what "build" has left in dist/, where no key was\n' +
  '       pnpm release <app…> --anyway                   even if somebody else released it meanwhile\n' +
  '       pnpm release <app…> --accept-size <why>        even if a screen is larger than the shell allows\n' +
  '       pnpm release <app…> --without-api              even if the API lacks what it needs, or does not answer\n' +
  '       pnpm release <app> --from <store>              take over the current release of another store\n' +
  '       pnpm release <app> --to <version> [--again]    take a published release\n' +
  '       pnpm release <app> --promote                   make the canary current\n' +
  '       pnpm release <app> --back [version] [--why …]  end the canary, or go back and withdraw what is left\n' +
  '       pnpm release <app> --preview --end [version]   end previews\n' +
  '       pnpm release <app> --freeze <why>              change nothing of it, until --unfreeze\n' +
  '       pnpm release <app> --remove                    take a remote out of the site\n' +
  'With --releases <folder> or RELEASES for another store, and --create to begin one; with --site <address> for the site\n' +
  'that serves the store.\n' +
  `The apps of this checkout are ${buildable()
    .map(({ name }) => name)
    .join(', ')}.`;

type Values = ReturnType<typeof readArguments>['values'];

interface Task {
  app: string;
  store: Store;
  values: Values;
  /** The version behind the app, such as that of `--back 1.0.0`. */
  version: string | undefined;
}

/** Actions on one app, by option. */
const ways = {
  back: async ({ app, store, values, version }) => {
    await goBack(app, store, version, values.why);
    await printStatuses(store, [app]);
  },
  promote: async ({ app, store, values }) => {
    const { state } = await readLog(store.store, store.keys.publishers);
    const canary = canariesOf(state).get(app);
    if (canary) await requireApi(store, { [app]: canary.version }, values);
    await promoteCanary({ ...store, smokeTest: smokeTestFor(values, store) }, app);
    await printStatuses(store, [app]);
  },
  end: async ({ app, store, version }) => {
    await endPreviews(store.store, app, version, store.keys);
    const what = version === undefined ? app : `${app} ${version}`;
    console.log(`Previews of ${what} have ended: their links show nothing.`);
  },
  freeze: async ({ app, store, values }) => {
    await freezeApp(store.store, app, values.freeze ?? '', store.keys);
    console.log(`${app} is frozen: ${values.freeze}.`);
  },
  unfreeze: async ({ app, store }) => {
    await unfreezeApp(store.store, app, store.keys);
    console.log(`${app} is not frozen any more.`);
  },
  remove: async ({ app, store: { store, keys } }) => {
    await removeApp(store, app, keys);
    const { state } = await readLog(store, keys.publishers);
    console.log(`${app} is not part of the site any more (log entry ${state.generation}).`);
  },
} satisfies Partial<Record<keyof Values, (task: Task) => Promise<void>>>;

/**
 * Changes the current releases of a release store; a site that serves the store follows at once.
 * Building an app does not need the sources of another one.
 */
await runCommand(async () => {
  const settings = readSettings(process.env);
  const { values, positionals } = readArguments();
  const takesVersion = values.back || values.end;
  const names = takesVersion ? positionals.slice(0, 1) : positionals;
  const [app] = names;
  if (app === undefined) throw new CliError(`Name the apps to release.\n${usage}`);
  const way = requireOneWay(values, names);
  const isBuilt = !way && values.to === undefined && values.from === undefined;
  if (isBuilt) names.forEach(requireSources);
  const store = await openStore(values, settings);
  if (way) return ways[way]({ app, store, values, version: positionals[1] });
  await publish(names, store, settings, values);
});
process.exit(0);

/** The apps whose sources are here; others can be in the store. */
function buildable(): App[] {
  return apps.filter(({ path }) => existsSync(path));
}

function requireSources(name: string): App {
  const app = buildable().find((it) => it.name === name);
  if (app) return app;
  const names = buildable().map((it) => it.name);
  throw new CliError(
    `This checkout has no app "${name}"; it has ${names.join(', ')}.${wayOut(name)}`,
  );
}

/** Advises what to do about a name that no app has; says nothing where that would be refused. */
function wayOut(name: string): string {
  const meant = buildable().find(({ folder }) => folder === name);
  if (meant) return ` The app of ${meant.folder}/ is called "${meant.name}".`;
  const isWhole = buildable().length === apps.length;
  if (isOwnRepository(root) || !isWhole || formatProblem({ name, path: '/path' })) return '';
  return ` "pnpm new-remote ${name} /path" adds a remote.`;
}

/** @throws {CliError} when an app is compiled with another version of a library than the site has */
function requireInstalled({ path }: App): void {
  try {
    requireSharedVersions(path);
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}

/** Returns the way that was chosen; undefined to publish. */
function requireOneWay(values: Values, chosen: readonly string[]): keyof typeof ways | undefined {
  const chosenWays = (Object.keys(ways) as (keyof typeof ways)[]).filter((way) => values[way]);
  const sources = [values.to, values.from].filter((it) => it !== undefined);
  const goals = [values.preview && !values.end, values.percent !== undefined].filter(Boolean);
  const several = chosenWays.length + sources.length;
  if (several > (chosen.length > 1 ? 0 : 1) || goals.length > 1 || chosenWays.length * goals.length)
    throw new CliError(
      `Only one of ${Object.keys(ways)
        .map((way) => `--${way}`)
        .join(
          ', ',
        )}, --to and --from goes with one app, and one of --preview and --percent.\n${usage}`,
    );
  return chosenWays[0];
}

/** In the repository of one remote, its name can be left out. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...storeOptions,
        back: { type: 'boolean', default: false },
        why: { type: 'string' },
        to: { type: 'string' },
        from: { type: 'string' },
        again: { type: 'boolean', default: false },
        preview: { type: 'boolean', default: false },
        for: { type: 'string', default: '7d' },
        site: { type: 'string' },
        end: { type: 'boolean', default: false },
        percent: { type: 'string' },
        promote: { type: 'boolean', default: false },
        freeze: { type: 'string' },
        unfreeze: { type: 'boolean', default: false },
        remove: { type: 'boolean', default: false },
        anyway: { type: 'boolean', default: false },
        'without-browser': { type: 'boolean', default: false },
        'without-api': { type: 'boolean', default: false },
        built: { type: 'boolean', default: false },
        'accept-size': { type: 'string' },
      },
    });
    const names = isOwnRepository(root) ? apps.map(({ name }) => name) : [];
    return { values, positionals: positionals.length > 0 ? positionals : names };
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`);
  }
}

/** Publishes releases: they are built, or taken from this store or another one. */
async function publish(
  names: readonly string[],
  store: Store,
  settings: Settings,
  values: Values,
): Promise<void> {
  const percent = readPercent(values.percent);
  const { versions, began } = await versionsToPublish(names, store, settings, values);
  // Going back must not be kept from anybody.
  if (values.to === undefined) await requireApi(store, versions, values);
  const releases = {
    ...store,
    versions,
    again: values.again,
    acceptSize: values['accept-size'],
    smokeTest: values.to === undefined ? smokeTestFor(values, store) : undefined,
    // A release that was served before may come back even if a page of it does not render today.
    force: values.to !== undefined,
  };
  if (values.preview) return printPreviewLink(releases, settings, values);
  if (Object.keys(versions).length > 0)
    await makeCurrent({ ...releases, percent, began, anyway: values.anyway });
  await printStatuses(store, names);
  if (values.to === undefined) await cleanAfterPublish(store.store, store.keys, names, process.env);
}

/** @throws {RefusedError} when the API of the site lacks what releases need */
async function requireApi(
  store: Store,
  versions: Record<string, string>,
  values: Values,
): Promise<void> {
  if (values['without-api'] || Object.keys(versions).length === 0) return;
  await compareWithApi(store, versions, readSettings(process.env), values);
}

/** @returns undefined if no browser is to be used */
function smokeTestFor(values: Values, { store }: Store): SmokeTest | undefined {
  if (values['without-browser']) return undefined;
  return smokeTestIn(store.name, readSettings(process.env).dataFolder);
}

async function versionsToPublish(
  names: readonly string[],
  { store, keys }: Store,
  { dataFolder }: Settings,
  { to, from, anyway, built, ...values }: Values,
): Promise<{ versions: Record<string, string>; began: LogState }> {
  const { state: began } = await readLog(store, keys.publishers);
  const [name = ''] = names;
  if (to !== undefined) {
    await requirePublished(store, name, to);
    return { versions: { [name]: to }, began };
  }
  if (from !== undefined) {
    const version = await takeOver(await openReleaseStore(from), name, store, keys);
    return { versions: { [name]: version }, began };
  }
  const chosen = names.map(requireSources);
  // Before anything takes long.
  for (const app of chosen) keyFor(app.name, keys);
  chosen.forEach(requireInstalled);
  const supervisor = new Supervisor(join(dataFolder, 'logs'));
  if (!built) {
    progress(`Checking the types of ${names.join(', ')}`);
    await Promise.all(chosen.map((app) => supervisor.run(typeCheck(app))));
  }
  const sources = {
    apps: chosen,
    store,
    keys,
    supervisor,
    isTested: !values['without-browser'],
    isBuilt: built,
    isEvery: values.preview || values.percent !== undefined,
  };
  const versions = await buildApps(sources, began);
  if (!anyway) await refuseOlderCommits(sources, versions);
  return { versions, began };
}

/** @returns undefined to make it current */
function readPercent(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const percent = Number(given);
  if (given.trim() !== '' && percent > 0 && percent <= 100) return percent;
  throw new CliError(
    `--percent takes a number above 0, up to 100, not "${given}". "pnpm release <app> --back" ends a canary.`,
  );
}
