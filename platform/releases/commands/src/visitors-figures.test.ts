import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listen } from '@kargo/release-log/testing/listen';
import { CliError } from './cli-error.ts';
import { readFigures } from './visitors-figures.ts';

test('The figures of a gateway are read, a line for each release', async (t) => {
  const gateway = await listen(t, (_request, response) => {
    response.setHeader('content-type', 'text/plain; charset=utf-8');
    response.end('auth 1.0.0 within an hour: Failed 0\nmarketing 2.0.0 within an hour: Failed 3\n');
  });
  const lines = await readFigures(gateway);
  assert.equal(lines[1], 'marketing 2.0.0 within an hour: Failed 3');
});

for (const [what, address] of [
  ['nobody listens', 'http://127.0.0.1:1'],
  ['it is no address', 'localhost'],
  ['it answers something else', 'data:text/html,hello#'],
] as const) {
  test(`An address says what to change where ${what}`, async () => {
    await assert.rejects(
      readFigures(address),
      (error) => error instanceof CliError && error.message.includes(address),
    );
  });
}
