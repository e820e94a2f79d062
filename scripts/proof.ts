import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startSiteUnderTest } from './checks/site-under-test.ts';
import { CliError, runCommand } from './site/cli-error.ts';
import { root } from './site/settings.ts';

/**
 * `pnpm proof [name [number]…]` runs the long-running tests in `proof/`, all or those named, one
 * after the other, against a site started for them, whose address is in the environment. A number is
 * a parameter of the test before it. Results are kept in `docs/`.
 */
await runCommand(async () => {
  const all = globSync('proof/*.ts', { cwd: root }).map((file) => basename(file, '.ts'));
  const chosen =
    process.argv.length > 2
      ? readChoice(process.argv.slice(2))
      : all.toSorted().map((name) => [name]);
  const unknown = chosen.find(([name = '']) => !all.includes(name));
  if (unknown)
    throw new CliError(`There is no proof "${unknown[0]}"; there are ${all.join(', ')}.`);
  const reports = await mkdtemp(join(tmpdir(), 'kargo-proof-'));
  // With this, a program writes a report on its heap when it gets the signal.
  process.env.NODE_OPTIONS = `--report-on-signal --report-signal=SIGWINCH --report-directory=${reports} --report-exclude-env --report-exclude-network`;
  const site = await startSiteUnderTest();
  process.env.NODE_OPTIONS = '';
  process.env.PROOF_REPORTS = reports;
  const failed = chosen.filter(([name, ...parameters]) => {
    const file = join(root, 'proof', `${name}.ts`);
    return spawnSync(process.execPath, [file, ...parameters], { stdio: 'inherit' }).status !== 0;
  });
  await site.stop({ keepData: failed.length > 0 });
  await rm(reports, { recursive: true });
  if (failed.length > 0) throw new CliError(`Failed: ${failed.map(([name]) => name).join(', ')}`);
});
process.exit(0);

/** Names, each with the numbers that follow it. */
function readChoice(words: string[]): string[][] {
  const chosen: string[][] = [];
  for (const word of words) {
    if (/^[\d.]+$/.test(word) && chosen.length > 0) chosen.at(-1)?.push(word);
    else chosen.push([word]);
  }
  return chosen;
}
