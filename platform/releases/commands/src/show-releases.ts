import { type AppStatus, appStatuses } from '@kargo/delivery/app-status';
import { cleanStore } from '@kargo/delivery/clean';
import type { KeyedStore } from '@kargo/delivery/keys';
import { resign } from '@kargo/delivery/resign';
import type { LoggedRelease } from '@kargo/release-log/log/app-record';
import { type LogChange, readHistory } from '@kargo/release-log/log/log-history';
import { minuteOf } from '@kargo/release-log/log/minute-of';
import type { LogState } from '@kargo/release-log/log/read-log';
import { currentRelease, servedApps } from '@kargo/release-log/log/served-releases';
import { lineOf } from '@kargo/release-log/plain-text';
import { asTable } from '@kargo/shared-types/as-table';
import { CliError } from './cli-error.ts';
import type { StoreOptions } from './command.ts';
import { commitName } from './older-commits.ts';
import { type OpenedStore, openStore } from './open-release-store.ts';
import { readSettings } from './settings.ts';
import { readFigures } from './visitors-figures.ts';

export interface ReleasesOptions extends StoreOptions {
  operators?: string;
  history?: boolean;
  resign?: string;
  clean?: boolean;
}

export async function showReleases(
  name: string | undefined,
  options: ReleasesOptions,
): Promise<void> {
  const isReader = !options.clean && !options.resign;
  const store = await openStore({ ...options, isReader });
  if (options.clean) return clean(store, name);
  if (options.resign) return signAgain(store, options.resign, name);
  if (options.history) return printHistory(store, name);
  return printCurrent(store, name, await figuresFor(options));
}

/** Reads the figures of the named gateway, or of one on this machine that serves its store. */
async function figuresFor({ operators, releases }: ReleasesOptions): Promise<string[]> {
  if (operators) return readFigures(operators);
  if (releases) return [];
  const { number } = readSettings(process.env).operators;
  return readFigures(`http://127.0.0.1:${number}`).catch(() => []);
}

async function printCurrent(
  { state, ...on }: OpenedStore,
  name: string | undefined,
  figures: string[],
) {
  const all = servedApps(state);
  const named = all.filter((app) => name === undefined || app === name);
  if (named.length === 0) {
    const others = all.length > 0 ? `; it has ${all.join(', ')}` : '';
    throw new CliError(`The site has no ${name ?? 'app'}${others}.`);
  }
  const chosen = await appStatuses(on, state, named);
  console.log(asTable(statusRows(chosen, state)));
  for (const status of chosen) {
    const own = figures.filter((line) => line.startsWith(`${status.app} `));
    for (const note of [...notesOn(status), ...own]) console.log(note);
  }
}

function statusRows(chosen: AppStatus[], state: LogState): string[][] {
  const rows = chosen.map(({ app, current, owner = '', fallbacks, problems }) => {
    const release = currentRelease(state, app);
    const passed = problems.length > 0 ? 'would be refused' : passedOf(release);
    const behind = fallbacks.join(', ') || 'nothing';
    const since = release ? minuteOf(release.at) : '';
    return [app, current, lineOf(owner), since, release?.by ?? '', passed, behind];
  });
  return [['app', 'current', 'owner', 'since', 'by', 'passed', 'fallbacks'], ...rows];
}

/** Returns further remarks about an app, one sentence each. */
function notesOn({ app, canary, frozen, problems }: AppStatus): string[] {
  const notes = [...problems];
  if (canary) {
    const { version, percent, by, at, ahead } = canary;
    const since = `since ${minuteOf(at)} by ${by}, passed: ${passedOf(canary)}`;
    const share = [`${percent} % of visitors`, ...(ahead ? [ahead] : [])].join(', ');
    notes.push(`${app} has the canary ${version} for ${share} (${since}).`);
    for (const problem of canary.problems) notes.push(`Nobody gets this canary now: ${problem}`);
  }
  if (frozen)
    notes.push(`${app} is frozen since ${minuteOf(frozen.at)} by ${frozen.by}: ${frozen.reason}`);
  return notes;
}

async function printHistory({ store, state }: OpenedStore, name: string | undefined) {
  const { changes, problems } = await readHistory(store, state, name ? [name] : undefined);
  const header = ['at', 'app', 'record', 'what', 'current', 'by', 'passed', 'commit', 'withdrawn'];
  console.log(asTable([header, ...changes.map(historyRow)]));
  for (const problem of problems) console.log(problem);
}

/** Only a change to the shown release has checks and a commit. */
function historyRow({ number, app, what, current, release, withdrawn, at, by }: LogChange) {
  const left = withdrawn ? `${withdrawn.version}: ${withdrawn.withdrawn}` : '';
  const commit = commitName(release?.commit);
  const passed = passedOf(release);
  const version = current ?? 'removed';
  return [minuteOf(at), app, `${number}`, what, version, by, passed, commit, left];
}

function passedOf(release: LoggedRelease | null | undefined): string {
  if (!release) return '';
  if (!release.opened) return 'all but the browser';
  if (release.opened.length === 0) return 'no screen to open';
  const warnings = release.warnings?.length ?? 0;
  return [
    `all, screens opened: ${release.opened.length}`,
    ...(warnings > 0 ? [`warnings: ${warnings}`] : []),
    ...(release.sizeAccepted ? [`size accepted: ${release.sizeAccepted}`] : []),
  ].join(', ');
}

async function signAgain(on: KeyedStore, kid: string, name: string | undefined): Promise<void> {
  const signed = await resign(on, kid, name === undefined ? [] : [name]);
  for (const release of signed) console.log(`Signed ${release}`);
  console.log(`${signed.length} releases were signed again.`);
}

async function clean({ state, ...on }: OpenedStore, name: string | undefined): Promise<void> {
  const apps = name === undefined ? [...state.records.keys()] : [name];
  const removed = await cleanStore(on, apps, process.env);
  console.log(`${removed.length} releases were removed.`);
}
