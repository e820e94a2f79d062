import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs end-to-end tests with `PROOF` set, so that they include the parts that `pnpm test` leaves out.
 *
 * @param what a test file, or an option of Playwright such as `--config=<file>`
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
