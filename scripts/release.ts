import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { appStatuses } from 'delivery/app-status';
import { cleanAfterPublish } from 'delivery/clean-after-publish';
import { keepRelease } from 'delivery/keep-release';
import { makeCurrent } from 'delivery/make-current';
import { publishedVersions } from 'delivery/published-versions';
import { removeApp } from 'delivery/remove-app';
import { readLog } from 'release-log/log/read-log';
import { currentVersion } from 'release-log/log/served-releases';
import { apps } from 'tools/remotes';
import { CliError, runCommand } from './site/cli-error.ts';
import { openStore, printStatuses, type Store, storeOptions } from './site/open-release-store.ts';
import { releaseChangedApps } from './site/release-changed-apps.ts';
import { readSettings, root, type Settings } from './site/settings.ts';
import { smokeTestIn } from './site/smoke-test.ts';
import { Supervisor } from './site/supervisor.ts';
import { type App, typeCheck } from './site/webpack.ts';

const usage =
  'Usage: pnpm release <app…> [--without-browser]        build, judge and publish\n' +
  '       pnpm release <app…> --anyway                   even if somebody else released it meanwhile\n' +
  '       pnpm release <app…> --accept-size <why>        even if a screen is larger than the shell allows\n' +
  '       pnpm release <app> --back [version] [--why …]  go back, and withdraw what is left\n' +
  '       pnpm release <app> --to <version> [--again]    make a published release current\n' +
  '       pnpm release <app> --keep <version>            never remove a release\n' +
  '       pnpm release <app> --remove                    take a remote out of the site\n' +
  'With --releases <folder> for another store, and --create to begin one.\n' +
  `The apps are ${apps.map(({ name }) => name).join(', ')}.`;

/**
 * Changes the current releases of a release store; a site that serves the store follows at once.
 * Building an app does not need the sources of another one.
 */
await runCommand(async () => {
  const settings = readSettings(process.env);
  const { values, positionals } = readArguments();
  const { back, to, keep, remove } = values;
  const names = back ? positionals.slice(0, 1) : positionals;
  const chosen = apps.filter(({ name }) => names.includes(name));
  const [app] = chosen;
  if (!app || chosen.length < names.length)
    throw new CliError(`Name the apps to release, not "${names.join(' ')}".\n${usage}`);
  if (
    [back, to !== undefined, keep !== undefined, remove].filter(Boolean).length >
    (chosen.length > 1 ? 0 : 1)
  )
    throw new CliError(`One of --back, --to, --keep and --remove goes with one app.\n${usage}`);
  const store = await openStore(values, settings);

  if (back) await goBack(app, store, positionals[1], values.why);
  else if (to !== undefined) await goTo(app, store, to, { again: values.again });
  else if (keep !== undefined) return keepVersion(app, store, keep);
  else if (remove) return takeOut(app, store);
  else
    await build(chosen, store, settings, {
      isWithoutBrowser: values['without-browser'],
      anyway: values.anyway,
      acceptSize: values['accept-size'],
    });
  await printStatuses(
    store,
    chosen.map(({ name }) => name),
  );
});
process.exit(0);

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...storeOptions,
        back: { type: 'boolean', default: false },
        why: { type: 'string' },
        to: { type: 'string' },
        again: { type: 'boolean', default: false },
        keep: { type: 'string' },
        remove: { type: 'boolean', default: false },
        anyway: { type: 'boolean', default: false },
        'without-browser': { type: 'boolean', default: false },
        'accept-size': { type: 'string' },
      },
    });
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`);
  }
}

async function build(
  chosen: App[],
  { store, keys }: Store,
  { dataFolder }: Settings,
  {
    isWithoutBrowser,
    anyway,
    acceptSize,
  }: { isWithoutBrowser: boolean; anyway: boolean; acceptSize: string | undefined },
): Promise<void> {
  const missing = chosen.find(({ folder }) => !existsSync(join(root, folder)));
  if (missing) {
    throw new CliError(
      `${missing.name} cannot be built here: there is no folder ${missing.folder}.`,
    );
  }
  const supervisor = new Supervisor(join(dataFolder, 'logs'));
  await Promise.all(chosen.map((app) => supervisor.run(typeCheck(app))));
  await releaseChangedApps({
    apps: chosen,
    store,
    keys,
    supervisor,
    anyway,
    acceptSize,
    refuseOlder: !anyway,
    smokeTest: isWithoutBrowser ? undefined : smokeTestIn(store.name, dataFolder),
  });
  const names = chosen.map(({ name }) => name);
  await cleanAfterPublish(store, keys, names, process.env);
}

/** @param version by default the first fallback */
async function goBack(
  { name }: App,
  { store, keys }: Store,
  version: string | undefined,
  why: string | undefined,
): Promise<void> {
  const { state } = await readLog(store, keys.publishers);
  const status = (await appStatuses(store, state, keys)).find(({ app }) => app === name);
  if (!status) throw new CliError(`${name} is not part of the site.`);
  const target = version ?? status.fallbacks[0];
  if (!target || target === status.current) {
    throw new CliError(
      `${name} ${status.current} has nothing to go back to: "pnpm releases ${name} --history" says why.`,
    );
  }
  const withdraw = why ?? `left for ${target}`;
  await goTo({ name }, { store, keys }, target, { withdraw });
}

async function goTo(
  { name }: Pick<App, 'name'>,
  { store, keys }: Store,
  version: string,
  how: { again?: boolean; withdraw?: string },
): Promise<void> {
  const versions = (await publishedVersions(store, name)).map((it) => it.version);
  if (!versions.includes(version)) {
    const list = versions.length > 0 ? `there are\n  ${versions.join('\n  ')}` : 'there is none';
    throw new CliError(`${name} has no release ${version} in ${store.name}; ${list}`);
  }
  const left = currentVersion((await readLog(store, keys.publishers)).state, name);
  await makeCurrent({ store, keys, versions: { [name]: version }, force: true, ...how });
  if (left && left !== version) {
    const end = how.withdraw === undefined ? 'was left' : `was withdrawn (${how.withdraw})`;
    console.log(`${name} ${left} ${end}.`);
  }
}

async function keepVersion({ name }: App, { store, keys }: Store, version: string): Promise<void> {
  await keepRelease(store, name, version, keys);
  console.log(`${name} ${version} stays in the store.`);
}

async function takeOut({ name }: App, { store, keys }: Store): Promise<void> {
  await removeApp(store, name, keys);
  const { state } = await readLog(store, keys.publishers);
  console.log(`${name} is not part of the site any more (log entry ${state.generation}).`);
}
