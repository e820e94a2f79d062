import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs end-to-end tests, with what they leave out when they are not run by hand.
 *
 * @param what a file of them, or `--config=` and the file that names them
 */
export function runSpec(what: string): void {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', what],
    {
      cwd: join(import.meta.dirname, '../../e2e'),
      stdio: 'inherit',
      env: { ...process.env, PROOF: '1' },
    },
  );
  process.exitCode = status ?? 1;
}
