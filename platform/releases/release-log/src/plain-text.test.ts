import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { jsonOfLines, Line, lineOf, printPlainly } from './plain-text.ts';

const unsafe = [
  '\u001B[2J',
  '\u009B2J',
  '\u001B]0;title\u0007',
  '\r',
  '\u007F',
  '\u202Etxt',
  '\u2066',
  '\u061C',
  '\u2028',
];

test('Control characters, and characters that reverse text, are replaced', (t) => {
  const { mock } = t.mock.method(console, 'log', () => undefined);
  printPlainly();
  for (const text of unsafe) {
    assert.ok(!Check(Line, text), JSON.stringify(text));
    assert.match(lineOf(text), /^\uFFFD/);
    console.log('%s', text);
    assert.match(`${mock.calls.at(-1)?.arguments[0]}`, /^\uFFFD/);
  }
});

test('Other text stays unchanged; lines stay where they are allowed', () => {
  const text = 'Ankunft am 3. März: "größer" – 到着 😀 ❤️ שלום';
  assert.ok(Check(Line, text));
  assert.equal(lineOf(text), text);
  assert.equal(
    jsonOfLines({ by: 'a\nb', warnings: ['\u001Bc'] }),
    '{"by":"a\uFFFDb","warnings":["\uFFFDc"]}',
  );
});
