import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { ReleaseBoard } from '@kargo/release-log/log/release-board';
import { CliError } from './cli-error.ts';
import { figuresOf, readBoard } from './visitors-figures.ts';

const at = '2026-11-26T00:00:00.000Z';
const board: ReleaseBoard = {
  since: at,
  apps: [
    {
      app: 'marketing',
      current: { version: '1.0.0', at, by: 'owner', views: 0, failures: 0, lcp: 1.234, cls: 0.01 },
      canary: { version: '2.0.0', at, by: 'owner', views: 40, failures: 3, percent: 5 },
      fallbacks: [],
    },
  ],
  problems: [],
  changes: [],
};

test('The figures of a gateway are read and put into words', async () => {
  await using server = createServer((_request, response) => {
    response.end(JSON.stringify(board));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { apps } = await readBoard(`http://127.0.0.1:${port}`);
  assert.deepEqual(apps.flatMap(figuresOf), [
    'marketing 1.0.0 failed within an hour: 0, LCP 1.23 s, CLS 0.01',
    'marketing 2.0.0 failed within an hour: 3 of 40 views, 7.5\u00a0%',
  ]);
});

for (const [what, address] of [
  ['nobody listens', 'http://127.0.0.1:1'],
  ['it is no address', 'localhost'],
  ['it answers something else', 'data:text/html,hello#'],
] as const) {
  test(`An address says what to change where ${what}`, async () => {
    await assert.rejects(
      readBoard(address),
      (error) => error instanceof CliError && error.message.includes(address),
    );
  });
}
