import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs a file of end-to-end tests, with what these leave out when they are not run by hand. */
export function runSpec(file: string): void {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', file, '--trace=off'],
    {
      cwd: join(import.meta.dirname, '../../e2e'),
      stdio: 'inherit',
      env: { ...process.env, PROOF: '1' },
    },
  );
  process.exitCode = status ?? 1;
}
