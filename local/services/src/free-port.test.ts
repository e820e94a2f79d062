import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from './free-port.ts';

test('Ports that fetch refuses are not used', async (context) => {
  let asked = 0;
  context.mock.method(Math, 'random', () => asked++ / 22_000);
  assert.ok((await freePort()) > 10_080);
});
