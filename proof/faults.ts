import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// Every visit of the table in docs/faults.md, measured; writes it anew.

const e2e = join(import.meta.dirname, '../e2e');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', 'src/faults/faults.spec.ts', '--trace=off'],
  { cwd: e2e, stdio: 'inherit', env: { ...process.env, WRITE_FAULTS: '1' } },
);
process.exitCode = status ?? 1;
