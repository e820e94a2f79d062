import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { root } from '@kargo/commands/settings';
import { startSiteUnderTest } from './site-under-test.ts';

/** Programs that bring what they need themselves. */
const withoutSite = ['containers', 'release-log', 'steady'];

/** Parts of the end-to-end tests, with what `pnpm test` leaves out, by the parameter of Playwright that chooses them. */
const parts: Record<string, string> = {
  development: 'src/development/hot-reload.spec.ts',
  engines: '--config=engines.config.ts',
  faults: 'src/faults/faults.spec.ts',
  gate: 'src/gate/',
  journeys: '--project=journeys',
};

/** Exit code of a test for which this machine lacks something, such as a container engine. */
const notRun = 77;

/**
 * `pnpm proof [name [parameter]…]` runs the long-running tests in `tests/long/`, and the parts of the end-to-end tests,
 * those named, or all but `steady`, one after the other, most of them against a site started for them, whose address is in
 * the environment. A number, an option, a stage (`test:dom`) and a path are parameters of the test before them. Results are kept in
 * `docs/`. Exits with 77 when none failed, but not all could be run here.
 */
await runCommand(async () => {
  const programs = globSync('tests/long/*.ts', { cwd: root }).map((file) => basename(file, '.ts'));
  const all = [...programs, ...Object.keys(parts)];
  const chosen =
    process.argv.length > 2
      ? readChoice(process.argv.slice(2))
      : all
          .filter((name) => name !== 'steady')
          .toSorted()
          .map((name) => [name]);
  const unknown = chosen.find(([name = '']) => !all.includes(name));
  if (unknown)
    throw new CliError(`There is no proof "${unknown[0]}"; there are ${all.join(', ')}.`);
  const needsSite = chosen.some(([name = '']) => !withoutSite.includes(name));
  const site = needsSite ? await startSite() : undefined;
  const results = chosen.map(([name, ...parameters]) => {
    return { name, status: runTest(name, parameters) };
  });
  const failed = results.filter(({ status }) => status !== 0 && status !== notRun);
  await site?.stop({ keepData: failed.length > 0 });
  if (failed.length > 0) throw new CliError(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
  if (results.some(({ status }) => status === notRun)) process.exitCode = notRun;
});
process.exit();

/** Returns the exit code. */
function runTest(name = '', parameters: string[]): number | null {
  const part = parts[name];
  const [cwd, ...words] = part
    ? [join(root, 'tests/e2e'), 'node_modules/@playwright/test/cli.js', 'test', part]
    : [root, join(root, 'tests/long', `${name}.ts`)];
  const env = { ...process.env, ...(part && { PROOF: '1' }) };
  return spawnSync(process.execPath, [...words, ...parameters], { cwd, env, stdio: 'inherit' })
    .status;
}

/** Starts a site whose programs write a report on their heap into a folder when they get a signal. */
async function startSite() {
  const reports = await mkdtemp(join(tmpdir(), 'kargo-proof-'));
  process.env.NODE_OPTIONS = `--report-on-signal --report-signal=SIGWINCH --report-directory=${reports} --report-exclude-env --report-exclude-network`;
  const { stop } = await startSiteUnderTest();
  process.env.NODE_OPTIONS = '';
  process.env.PROOF_REPORTS = reports;
  return {
    async stop(options: { keepData: boolean }) {
      await stop(options);
      await rm(reports, { recursive: true });
    },
  };
}

/** Names, each with the parameters that follow it. */
function readChoice(words: string[]): string[][] {
  const chosen: string[][] = [];
  for (const word of words) {
    if (/^[\d.]+$|^--|[:/]/.test(word) && chosen.length > 0) chosen.at(-1)?.push(word);
    else chosen.push([word]);
  }
  return chosen;
}
