import { spawnSync } from 'node:child_process';
import type { Program } from './child.ts';

/** Runs a program in this terminal; its exit code becomes ours. */
export function runToItsEnd({ script, parameters = [], environment }: Program): void {
  const { status } = spawnSync(process.execPath, [script, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
