import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { root } from '@kargo/commands/settings';
import { startSiteUnderTest } from './site-under-test.ts';

/** Programs that need no site or start their own. */
const withoutSite = ['containers', 'release-log', 'restore'];

/** Parts of the end-to-end tests by name, including what `pnpm test` leaves out. */
const parts: Record<string, string> = {
  development: 'src/development/hot-reload.spec.ts',
  engines: '--config=engines.config.ts',
  faults: '--project=faults',
  gate: 'src/gate/',
  journeys: '--project=journeys',
  'stock-remotes': 'src/stock/',
};

/** Exit code of a test that needs something that this machine lacks. */
const notRun = 77;

/**
 * `pnpm proof [name [parameter]…]` runs a test of `tests/long/` or a part of the end-to-end tests,
 * or else all of them in turn, most of them with a site whose address is in the environment.
 * `docs/` keeps results. Exits with 77 when none failed but not all could run here.
 */
await runCommand(async () => {
  const [named, ...parameters] = process.argv.slice(2);
  const programs = globSync('tests/long/*.ts', { cwd: root }).map((file) => basename(file, '.ts'));
  const all = [...programs, ...Object.keys(parts)].toSorted();
  if (named && !all.includes(named))
    throw new CliError(`There is no proof "${named}"; there are ${all.join(', ')}.`);
  const chosen = named ? [named] : all;
  const needsSite = chosen.some((name) => !withoutSite.includes(name));
  const site = needsSite ? await startSiteUnderTest() : undefined;
  const results = chosen.map((name) => ({ name, status: runTest(name, parameters) }));
  const failed = results.filter(({ status }) => status !== 0 && status !== notRun);
  await site?.stop({ keepData: failed.length > 0 });
  if (failed.length > 0) throw new CliError(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
  if (results.some(({ status }) => status === notRun)) process.exitCode = notRun;
}, 'Usage: pnpm proof [<name> [<parameter>…]]    runs a long-running test, or all');
process.exit();

/** Returns the exit code. */
function runTest(name: string, parameters: string[]): number | null {
  const part = parts[name];
  const [cwd, ...words] = part
    ? [join(root, 'tests/e2e'), 'node_modules/@playwright/test/cli.js', 'test', part]
    : [root, join(root, 'tests/long', `${name}.ts`)];
  const env = { ...process.env, ...(part && { PROOF: '1' }) };
  return spawnSync(process.execPath, [...words, ...parameters], { cwd, env, stdio: 'inherit' })
    .status;
}
