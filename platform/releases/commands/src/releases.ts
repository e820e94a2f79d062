#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { type AppStatus, appStatuses } from '@kargo/delivery/app-status';
import { cleanStore } from '@kargo/delivery/clean';
import { type LogChange, readHistory } from '@kargo/delivery/log-history';
import { resign } from '@kargo/delivery/resign';
import type { RecordedRelease } from '@kargo/release-log/log/log-entry';
import type { LogState } from '@kargo/release-log/log/log-state';
import { readLog } from '@kargo/release-log/log/read-log';
import { currentRelease, servedApps } from '@kargo/release-log/log/served-releases';
import { asTable } from '@kargo/shared-types/as-table';
import { CliError, runCommand } from './cli-error.ts';
import { openStore, type Store, storeOptions } from './open-release-store.ts';
import { readSettings } from './settings.ts';

const usage =
  'Usage: pnpm releases [app]                              what is current, and what stands behind it\n' +
  '       pnpm releases [app] --history [--since 2026-01-31]  what was current, when and by whom\n' +
  '       pnpm releases [app] --resign                     sign what is current anew, after a key was revoked\n' +
  '       pnpm releases [app] --clean [--keep 10] [--older 30d]  remove what nobody needs\n' +
  'With --releases <folder> or RELEASES for another store.';

const dayMs = 24 * 60 * 60 * 1000;

/** `pnpm releases` prints a store's releases, signs them again, restores its log or cleans it. */
await runCommand(async () => {
  const { values, positionals } = readArguments();
  const [name] = positionals;
  const store = await openStore({ ...values, create: false }, readSettings(process.env));
  if (values.clean) return clean(store, name, values);
  if (values.resign) return signAgain(store, positionals);
  if (values.history) return printHistory(store, name, values.since);
  const { state } = await readLog(store.store, store.keys.publishers);
  const all = servedApps(state);
  const named = all.filter((app) => name === undefined || app === name);
  if (named.length === 0) {
    const others = all.length > 0 ? `; it has ${all.join(', ')}` : '';
    throw new CliError(`The site has no ${name ?? 'app'}${others}.`);
  }
  const chosen = await appStatuses(store.store, state, store.keys, named);
  console.log(asTable(statusRows(chosen, state)));
  for (const status of chosen) for (const note of notesOn(status)) console.log(note);
});

function readArguments() {
  try {
    const arguments_ = parseArgs({
      allowPositionals: true,
      options: {
        releases: storeOptions.releases,
        history: { type: 'boolean', default: false },
        since: { type: 'string', default: '1970-01-01' },
        resign: { type: 'boolean', default: false },
        clean: { type: 'boolean', default: false },
        keep: { type: 'string', default: '10' },
        older: { type: 'string', default: '30d' },
      },
    });
    if (arguments_.positionals.length > 1) throw new Error('Name one app, or none.');
    if (Number.isNaN(Date.parse(arguments_.values.since)))
      throw new Error('--since takes a date such as 2026-01-31.');
    return arguments_;
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`);
  }
}

function statusRows(chosen: AppStatus[], state: LogState): string[][] {
  const rows = chosen.map(({ app, current, owner = '', fallbacks, problems }) => {
    const release = currentRelease(state, app);
    const passed = problems.length > 0 ? 'would be refused' : passedOf(release);
    const behind = fallbacks.join(', ') || 'nothing';
    return [app, current, owner, minuteOf(release?.at), release?.by ?? '', passed, behind];
  });
  return [['app', 'current', 'owner', 'since', 'by', 'passed', 'behind it'], ...rows];
}

/** Returns what else there is to say of an app, one sentence each. */
function notesOn({ app, canary, frozen, problems }: AppStatus): string[] {
  const notes = [...problems];
  if (canary) {
    const { version, percent, by, at } = canary;
    const since = `since ${minuteOf(at)} by ${by}, passed: ${passedOf(canary)}`;
    notes.push(`${app} has the canary ${version} for ${percent} % of visitors (${since}).`);
    for (const problem of canary.problems) notes.push(`Nobody gets that canary now: ${problem}`);
  }
  if (frozen)
    notes.push(`${app} is frozen since ${minuteOf(frozen.at)} by ${frozen.by}: ${frozen.reason}`);
  return notes;
}

async function printHistory(
  { store, keys }: Store,
  name: string | undefined,
  since: string,
): Promise<void> {
  const { changes, problems } = await readHistory(store, keys.publishers);
  const shown = changes.filter(
    ({ app, at }) => (name === undefined || app === name) && Date.parse(at) >= Date.parse(since),
  );
  console.log(
    asTable([
      ['entry', 'at', 'app', 'what', 'current', 'by', 'passed', 'commit', 'withdrawn'],
      ...shown.map(historyRow),
    ]),
  );
  for (const problem of problems) console.log(problem);
}

function historyRow({ generation, app, what, current, withdrawn, at, by }: LogChange): string[] {
  const left = withdrawn ? `${withdrawn.version}: ${withdrawn.withdrawn}` : '';
  const version = current?.version ?? 'removed';
  const commit = current?.commit?.slice(0, 10) ?? '';
  const passed = passedOf(current);
  return [`${generation}`, minuteOf(at), app, what, version, by, passed, commit, left];
}

function minuteOf(at = ''): string {
  return at.slice(0, 16).replace('T', ' ');
}

/** Describes the checks that a release has passed. */
function passedOf(release: RecordedRelease | null | undefined): string {
  if (!release) return '';
  if (!release.opened) return 'all but the browser';
  if (release.opened.length === 0) return 'no screen to open';
  const warnings = release.warnings?.length ?? 0;
  return [
    `all, ${release.opened.length} screens opened`,
    ...(warnings > 0 ? [`${warnings} warnings`] : []),
    ...(release.sizeAccepted ? [`size accepted: ${release.sizeAccepted}`] : []),
  ].join(', ');
}

async function signAgain({ store, keys }: Store, apps: readonly string[]): Promise<void> {
  const signed = await resign(store, apps, keys);
  for (const release of signed) console.log(`Signed ${release}`);
  console.log(`${signed.length} releases were signed anew.`);
}

async function clean(
  { store, keys }: Store,
  name: string | undefined,
  { keep, older }: { keep: string; older: string },
): Promise<void> {
  const [, days] = /^(\d+)d$/.exec(older) ?? [];
  if (!days || !/^\d+$/.test(keep)) {
    throw new CliError(
      `--keep takes a number, and --older a number of days such as 30d.\n${usage}`,
    );
  }
  const { state } = await readLog(store, keys.publishers);
  const removed = await cleanStore({
    store,
    keys,
    apps: name === undefined ? [...state.records.keys()] : [name],
    keep: Number(keep),
    olderThanMs: Number(days) * dayMs,
  });
  for (const release of removed) console.log(`Removed ${release}`);
  console.log(`${removed.length} releases were removed.`);
}
