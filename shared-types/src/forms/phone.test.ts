import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanPhone, hasExtension } from './phone.ts';

for (const [text, number] of [
  [' 2025550123 ', '2025550123'],
  ['tel:+1-202-555-0123', '+1-202-555-0123'],
  [' TEL: 2025550123', '2025550123'],
  ['\u202atel:\u200e+1 202\u202c', '+1 202'],
  ['telephone', 'telephone'],
] as const) {
  test(`"${text}" means "${number}"`, () => assert.equal(cleanPhone(text), number));
}

for (const text of [
  '+1 202 555 0123 x12',
  '2025550123x12',
  '(202) 555-0123 ext. 5',
  '(202) 555-0123, Ext 5',
  '+1-202-555-0123;ext=5',
  '+1-202-555-0123 extension 5',
  '202.555.0123 #5',
  '+12025550123,,5#',
  '555-0123 x5',
]) {
  test(`"${text}" has an extension`, () => assert.ok(hasExtension(text)));
}

for (const text of [
  '',
  '2025550123',
  '20255x50123',
  '+1 202x',
  '#31#2025550123',
  'ext. 5',
  '2025550123 ext',
])
  test(`"${text}" has none`, () => assert.ok(!hasExtension(text)));
