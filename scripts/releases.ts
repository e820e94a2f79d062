import { parseArgs } from 'node:util';
import { printTable } from 'api/src/print-table.ts';
import { type AppStatus, appStatuses } from 'delivery/app-status';
import { cleanStore } from 'delivery/clean';
import { readReleaseMap } from 'delivery/release-map';
import { resign } from 'delivery/resign';
import type { ReleaseMap } from 'shared-types/releases/release-map';
import { CliError, runCommand } from './site/cli-error.ts';
import { openStore, storeOptions } from './site/open-release-store.ts';
import { readSettings } from './site/settings.ts';

const usage =
  'Usage: pnpm releases [app] [--history]                  what is current, and what stands behind it\n' +
  '       pnpm releases [app] --resign                     sign what is current anew, after a key was revoked\n' +
  '       pnpm releases --clean [--keep 10] [--older 30d]  remove what nobody needs\n' +
  'With --releases <folder> for another store.';

const dayMs = 24 * 60 * 60 * 1000;

/** `pnpm releases` tells how the apps of a release store stand, signs them anew, or cleans it. */
await runCommand(async () => {
  const { values, positionals } = readArguments();
  const [name] = positionals;
  const { folder, keys } = await openStore({ ...values, create: false }, readSettings(process.env));
  if (values.clean) return clean(folder, values);
  if (values.resign) {
    const signed = await resign(folder, positionals, keys);
    for (const release of signed) console.log(`Signed ${release}`);
    return console.log(`${signed.length} releases were signed anew.`);
  }
  const map = await readReleaseMap(folder);
  const all = await appStatuses(folder, map, keys);
  const chosen = all.filter(({ app }) => name === undefined || app === name);
  if (chosen.length === 0) {
    const others = all.length > 0 ? `; it has ${all.map((it) => it.app).join(', ')}` : '';
    throw new CliError(`The map names no ${name ?? 'app'}${others}.`);
  }
  printTable(values.history ? historyRows(chosen, map) : statusRows(chosen, map));
  for (const { problems } of chosen) for (const problem of problems) console.log(problem);
});

function readArguments() {
  try {
    const arguments_ = parseArgs({
      allowPositionals: true,
      options: {
        releases: storeOptions.releases,
        history: { type: 'boolean', default: false },
        resign: { type: 'boolean', default: false },
        clean: { type: 'boolean', default: false },
        keep: { type: 'string', default: '10' },
        older: { type: 'string', default: '30d' },
      },
    });
    if (arguments_.positionals.length > 1) throw new Error('Name one app, or none.');
    return arguments_;
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`);
  }
}

function statusRows(chosen: AppStatus[], { apps }: ReleaseMap): string[][] {
  const rows = chosen.map(({ app, current, owner = '', fallback = 'nothing', problems }) => {
    const record = apps[app]?.[0];
    const { at, by, passed } = when(record);
    const fits = problems.length > 0 ? 'would be refused' : passed;
    return [app, current, owner, at, by, fits, fallback];
  });
  return [['app', 'current', 'owner', 'since', 'by', 'passed', 'behind it'], ...rows];
}

function historyRows(chosen: AppStatus[], { apps }: ReleaseMap): string[][] {
  return chosen.flatMap(({ app, current, fallback }) =>
    (apps[app] ?? []).map((record) => {
      const { version, withdrawn } = record;
      const { at, by, passed } = when(record);
      const mark = version === current ? 'current' : version === fallback ? 'behind it' : '';
      return [app, version, at, by, passed, withdrawn ? `withdrawn: ${withdrawn}` : mark];
    }),
  );
}

function when(record: ReleaseMap['apps'][string][number] | undefined) {
  const { at = '', by = '', passed = '' } = record ?? {};
  const checks = passed === 'all' ? 'all checks' : 'all but the browser';
  return { at: at.slice(0, 16).replace('T', ' '), by, passed: checks };
}

async function clean(
  releases: string,
  { keep, older }: { keep: string; older: string },
): Promise<void> {
  const [, days] = /^(\d+)d$/.exec(older) ?? [];
  if (!days || !/^\d+$/.test(keep)) {
    throw new CliError(
      `--keep takes a number, and --older a number of days such as 30d.\n${usage}`,
    );
  }
  const removed = await cleanStore({
    releases,
    keep: Number(keep),
    olderThanMs: Number(days) * dayMs,
  });
  for (const release of removed) console.log(`Removed ${release}`);
  console.log(`${removed.length} releases were removed; the map stays as it is.`);
}
