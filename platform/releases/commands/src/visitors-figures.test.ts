import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { ReleaseFigures } from '@kargo/release-log/release-figures';
import { CliError } from './cli-error.ts';
import { readFigures, sentenceOf } from './visitors-figures.ts';

const figures: ReleaseFigures = [
  { app: 'marketing', version: '1.0.0', views: 0, failures: 0, lcp: 1.234, cls: 0.01 },
  { app: 'marketing', version: '2.0.0', views: 40, failures: 3 },
];

test('The figures of a gateway are read and put into words', async () => {
  await using server = createServer((_request, response) => {
    response.end(JSON.stringify(figures));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const read = await readFigures(`http://127.0.0.1:${port}`);
  assert.deepEqual(read.map(sentenceOf), [
    'marketing 1.0.0 within an hour: Failed 0, LCP 1.23 s, INP –, CLS 0.01',
    'marketing 2.0.0 within an hour: Failed 3 of 40 views, 7.5\u00a0%, LCP –, INP –, CLS –',
  ]);
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
