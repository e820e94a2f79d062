import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { unusedPort } from './start-gateway.ts';

test('no outgoing connection takes the port before the gateway listens', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(
    () => '32768',
  );
  assert.ok((await unusedPort()) < Number.parseInt(range, 10));
});
