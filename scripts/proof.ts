import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startSiteUnderTest } from './checks/site-under-test.ts';
import { CliError, runCommand } from './site/cli-error.ts';
import { root } from './site/settings.ts';

/**
 * `pnpm proof [name…]`: the long-running tests in `proof/`, all or those named, one after the other,
 * against a site started for them, whose address is in the environment. Results are kept in `docs/`.
 */
await runCommand(async () => {
  const all = globSync('proof/*.ts', { cwd: root }).map((file) => basename(file, '.ts'));
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : all.toSorted();
  const unknown = chosen.find((name) => !all.includes(name));
  if (unknown) throw new CliError(`There is no proof "${unknown}"; there are ${all.join(', ')}.`);
  const site = await startSiteUnderTest();
  const failed = chosen.filter((name) => {
    const file = join(root, 'proof', `${name}.ts`);
    return spawnSync(process.execPath, [file], { stdio: 'inherit' }).status !== 0;
  });
  await site.stop({ keepData: failed.length > 0 });
  if (failed.length > 0) throw new CliError(`Failed: ${failed.join(', ')}`);
});
process.exit(0);
