import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { parseJson } from './parse-json.ts';

const schema = Type.Object({ version: Type.String() });

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
