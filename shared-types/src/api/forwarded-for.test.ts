import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { plainAddresses } from './forwarded-for.ts';

for (const [header, addresses] of [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['203.0.113.7:', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.1:1 ,203.0.113.7:51234', '198.51.100.1, 203.0.113.7'],
  ['203.0.113.7, ', '203.0.113.7'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['', undefined],
  [undefined, undefined],
  ['203.0.113.700:1', undefined],
  ['[not an address]:1', undefined],
  // A visitor wrote the first; the proxy could not tell the second.
  ['198.51.100.66, unknown', undefined],
  ['198.51.100.66, unknown, 203.0.113.7:80', '203.0.113.7'],
] as const) {
  test(`"${header}" is ${addresses ?? 'nobody'}`, () => {
    assert.equal(plainAddresses(header, isIP), addresses);
  });
}
