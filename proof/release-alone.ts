import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// Publishes one remote from a checkout without any other app, and compares the bytes.

const file = join(import.meta.dirname, '../scripts/deployments/release-alone.test.ts');
process.exitCode = spawnSync(process.execPath, ['--test', file], { stdio: 'inherit' }).status ?? 1;
