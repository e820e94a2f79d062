import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { root } from '@kargo/commands/settings';
import { startSiteUnderTest } from './site-under-test.ts';

/** Tests that bring what they need themselves. */
const withoutSite = [
  'bare',
  'containers',
  'kubernetes',
  'packages',
  'release-alone',
  'release-log',
  'steady',
];

/** Exit code of a test for which this machine lacks something, such as a container engine. */
const notRun = 77;

/**
 * `pnpm proof [name [parameter]…]` runs the long-running tests in `tests/long/`, those named, or all but `steady`, one
 * after the other, most of them against a site started for them, whose address is in the environment. A
 * number, an option, a stage (`test:dom`) and a path are parameters of the test before them. Results are kept in
 * `docs/`. Exits with 77 when none failed, but not all could be run here.
 */
await runCommand(async () => {
  const all = globSync('tests/long/*.ts', { cwd: root }).map((file) => basename(file, '.ts'));
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
    const file = join(root, 'tests/long', `${name}.ts`);
    const { status } = spawnSync(process.execPath, [file, ...parameters], { stdio: 'inherit' });
    return { name, status };
  });
  const failed = results.filter(({ status }) => status !== 0 && status !== notRun);
  await site?.stop({ keepData: failed.length > 0 });
  if (failed.length > 0) throw new CliError(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
  if (results.some(({ status }) => status === notRun)) process.exitCode = notRun;
});
process.exit();

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
