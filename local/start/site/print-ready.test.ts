import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { readSettings } from '@kargo/commands/settings';
import { printReady } from './print-ready.ts';

test('The command for a magic link works in a shell, whatever the data folder is called', (t) => {
  const folder = "/tmp/Ada's [new] $HOME folder";
  process.env.KARGO_DATA_DIR = folder;
  t.after(() => delete process.env.KARGO_DATA_DIR);
  const { mock } = t.mock.method(console, 'log', () => {});
  printReady(readSettings(process.env));
  const command = mock.calls
    .map((call) => `${call.arguments[0]}`)
    .find((line) => line.includes('magic-link'));
  const [assignment = ''] = command?.split(' npx ') ?? [];
  const script = `${assignment}; printf %s "$KARGO_DATA_DIR"`;
  assert.equal(execFileSync('sh', ['-c', script], { encoding: 'utf8' }), folder);
});
