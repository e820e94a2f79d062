import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

test('Without a site on this machine, a command says how to start it', () => {
  const { DATABASE_URL, DATABASE_OWNER_URL, ...environment } = process.env;
  const parameters = ['magic-links/magic-link', 'ada@kargo.example'];
  const command = [join(import.meta.dirname, 'api-command.ts'), ...parameters];
  // Nobody listens on port 1.
  const env = { ...environment, KARGO_API_PORT: '1' };
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.equal(stderr, 'No site runs on this machine: start it with "pnpm start".\n');
});
