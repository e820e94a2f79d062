import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { parseJson } from './parse-json.ts';

const schema = Type.Object({ version: Type.String() });
const many = Type.Record(Type.String(), schema);

test('A value that satisfies the schema is returned', () => {
  assert.deepEqual(parseJson(schema, '{"version":"1"}', 'a.json'), { version: '1' });
});

for (const [what, text, message] of [
  ['is cut short', '{"version":', 'a.json is not JSON.'],
  ['is empty', '', 'a.json is not JSON.'],
  ['has the wrong type somewhere', '{"version":1}', 'a.json: /version must be string.'],
  ['is something else', '[]', 'a.json: the document must be object.'],
] as const) {
  test(`A text that ${what} is refused, and the sentence names its source`, () => {
    assert.throws(() => parseJson(schema, text, 'a.json'), { message });
  });
}

for (const [entries, message] of [
  [1000, 'a.json: /last/version must be string.'],
  // Finding out would take seconds.
  [20_000, 'a.json: the document does not fit.'],
] as const)
  test(`A long text of ${entries} entries is checked, too`, () => {
    const all = Object.fromEntries(Array.from({ length: entries }, (_, i) => [i, { version: '' }]));
    const textWith = (version: unknown) => JSON.stringify({ ...all, last: { version } });
    const parse = (text: string) => parseJson(many, text, 'a.json');
    assert.equal(Object.keys(parse(textWith(''))).length, entries + 1);
    assert.throws(() => parse(textWith(1)), { message });
  });
