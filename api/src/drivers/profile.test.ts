import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailAddress, maskAddress } from './profile.ts';

for (const sender of ['Kargo <no-reply@kargo.example>', 'no-reply@kargo.example']) {
  test(`the address in "${sender}"`, () => {
    assert.equal(mailAddress(sender), 'no-reply@kargo.example');
  });
}

for (const [address, masked] of [
  ['ada.field@kargo.example', 'a•••@kargo.example'],
  ['a@kargo.example', 'a•••@kargo.example'],
  ['"a@b"@kargo.example', '"•••@kargo.example'],
  ['é@kargo.example', 'é•••@kargo.example'],
  ['🚚x@kargo.example', '🚚•••@kargo.example'],
] as const) {
  test(`${address} is masked, however long it is`, () => {
    assert.equal(maskAddress(address), masked);
  });
}
