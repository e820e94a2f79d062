import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
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

for (const last of ['', 1])
  test(`A long text that ends with ${JSON.stringify(last)} is checked by compiled code`, () => {
    const entries = Array.from({ length: 50_000 }, (_, index) => [`${index}`, { version: '' }]);
    const value = { ...Object.fromEntries(entries), last: { version: last } };
    const text = JSON.stringify(value);
    const parse = () => {
      if (last === '') return parseJson(many, text, 'a.json');
      const message = 'a.json: the document does not fit.';
      return assert.throws(() => parseJson(many, text, 'a.json'), { message });
    };
    const [interpreted = 0, compiled = 0] = [() => Value.Check(many, value), parse].map((work) => {
      const times = [1, 2, 3].map(() => {
        const began = performance.now();
        work();
        return performance.now() - began;
      });
      return Math.min(...times);
    });
    assert.ok(compiled < interpreted / 2, `${compiled} of ${interpreted} ms`);
  });
