import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startSiteUnderTest } from './checks/site-under-test.ts';
import { CliError, runCommand } from './site/cli-error.ts';
import { root } from './site/settings.ts';

/**
 * `pnpm proof [name…]`: what takes long by nature, all of `proof/` or what is named, one after the
 * other, against a site of its own that the environment leads to. What it finds stands in `docs/`.
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
