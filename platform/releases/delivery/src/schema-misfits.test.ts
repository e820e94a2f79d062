import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonSchema } from '@kargo/shared-types/api/json-schema';
import { Check } from 'typebox/schema';
import { type Misfit, schemaMisfits } from './schema-misfits.ts';

const text = { type: 'string' };
const boolean = { type: 'boolean' };
const nothing = { type: 'null' };
const states = (...values: string[]) => ({ enum: values });

const object = (properties: Record<string, JsonSchema>, ...optional: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const closed = (schema: JsonSchema): JsonSchema => ({ ...schema, additionalProperties: false });

/** One schema of each kind that ours have. */
const schemas: JsonSchema[] = [
  {},
  text,
  { type: 'string', maxLength: 3 },
  { type: 'string', minLength: 2 },
  boolean,
  { enum: [false, true] },
  { anyOf: [{ const: true }, { const: false }] },
  nothing,
  { type: 'number' },
  { type: 'integer', minimum: 1 },
  { type: 'integer', minimum: 1, maximum: 2 },
  { const: 'a' },
  states('a', 'b'),
  { type: 'string', enum: ['a', 'b', 'c'] },
  { type: 'string', enum: ['a', 1], maxLength: 3 },
  {
    anyOf: [
      { type: 'string', const: 'a' },
      { type: 'string', const: 'b' },
    ],
  },
  { anyOf: [text, nothing] },
  { type: ['string', 'null'] },
  { anyOf: [{ type: 'string', maxLength: 64 }, nothing] },
  object({}),
  object({ a: text }),
  object({ a: text }, 'a'),
  object({ a: { anyOf: [text, nothing] } }),
  object({ a: text, b: boolean }),
  object({ a: text, b: boolean }, 'b'),
  closed(object({ a: text })),
  closed(object({ a: text, b: boolean }, 'b')),
  object({ a: object({ a: text }) }),
  { anyOf: [object({ a: text }), nothing] },
  { type: 'array', items: text },
  { type: 'array', items: { anyOf: [text, nothing] }, maxItems: 1 },
];

const values = [
  ...['', 'a', 'b', 'c', 'ab', 'abcd', 'x'.repeat(65), true, false, null, 0, 1, 2, 3, 1.5],
  ...[{}, { a: 'a' }, { a: null }, { a: 1 }, { a: 'a', b: true }, { a: 'a', b: null }],
  ...[{ a: {} }, { a: { a: 'a' } }, { a: { a: 'a', c: 1 } }, { a: 'a', b: true, c: 1 }],
  ...[[], ['a'], [null], ['a', 'b'], [1]],
];

for (const given of schemas) {
  test(`${JSON.stringify(given)} fits exactly the schemas that allow all its values`, () => {
    // Objects of the first schema have only the fields that it names.
    const own = values.filter((value) => Check(withoutOthers(given), value));
    for (const wanted of schemas) {
      const misfits = schemaMisfits(given, wanted);
      const strangers = own.filter((value) => !Check(wanted, value));
      const shown = `${JSON.stringify(wanted)}: ${JSON.stringify({ misfits, strangers })}`;
      assert.equal(misfits.length === 0, strangers.length === 0, shown);
    }
  });
}

function withoutOthers(schema: JsonSchema): JsonSchema {
  const { anyOf, properties } = schema;
  if (anyOf) return { ...schema, anyOf: anyOf.map(withoutOthers) };
  if (!properties) return schema;
  const fields = Object.entries(properties).map(([name, it]) => [name, withoutOthers(it)]);
  return { ...schema, properties: Object.fromEntries(fields), additionalProperties: false };
}

const named: [what: string, given: JsonSchema, wanted: JsonSchema, expected: Misfit[]][] = [
  ['A missing field', object({}), object({ a: text }), [{ path: ['a'], kind: 'missing' }]],
  [
    'A field that may be missing',
    object({ a: text }, 'a'),
    object({ a: text }),
    [{ path: ['a'], kind: 'optional' }],
  ],
  ['A field too many', object({ a: text }), closed(object({})), [{ path: ['a'], kind: 'extra' }]],
  [
    'Null as well',
    object({ a: { anyOf: [boolean, nothing] } }),
    object({ a: boolean }),
    [{ path: ['a'], kind: 'other', given: 'null', wanted: 'a boolean' }],
  ],
  [
    'More values',
    object({ a: states('x', 'y', 'z') }),
    object({ a: states('x') }),
    [{ path: ['a'], kind: 'other', given: '"y" or "z"', wanted: '"x"' }],
  ],
  [
    'A new kind of object',
    object({ kind: { const: 'c' }, a: text }),
    {
      anyOf: [object({ kind: { const: 'a' }, a: text }), object({ kind: { const: 'b' }, b: text })],
    },
    [{ path: ['kind'], kind: 'other', given: '"c"', wanted: '"a"' }],
  ],
  [
    'A longer text',
    object({ a: { type: 'string', maxLength: 64 } }),
    object({ a: { type: 'string', maxLength: 32 } }),
    [
      {
        path: ['a'],
        kind: 'other',
        given: 'a string (maxLength 64)',
        wanted: 'a string (maxLength 32)',
      },
    ],
  ],
  [
    'A field of an object that may be null',
    object({ a: { anyOf: [object({}), nothing] } }),
    object({ a: { anyOf: [object({ b: text }), nothing] } }),
    [{ path: ['a', 'b'], kind: 'missing' }],
  ],
  [
    'Another pattern',
    object({ a: { type: 'string', pattern: '^a' } }),
    object({ a: { type: 'string', pattern: '^b' } }),
    [{ path: ['a'], kind: 'unknown', keyword: 'pattern' }],
  ],
  [
    'An unknown keyword',
    object({ a: { not: text } }),
    object({ a: boolean }),
    [{ path: ['a'], kind: 'unknown', keyword: 'not' }],
  ],
  [
    'No unknown keyword that is the same in both schemas',
    object({ a: { not: text } }),
    object({ a: { not: text } }),
    [],
  ],
  ['No constant for an unknown keyword', { const: 1 }, { not: text }, []],
  [
    'A further keyword next to alternatives',
    { anyOf: [text, nothing], maxLength: 3 },
    text,
    [{ path: [], kind: 'unknown', keyword: 'anyOf' }],
  ],
  [
    'A limit without a type',
    { maxLength: 3 },
    text,
    [{ path: [], kind: 'unknown', keyword: 'maxLength' }],
  ],
  [
    'Fields with any name',
    { type: 'object', additionalProperties: text },
    object({ a: text }, 'a'),
    [{ path: [], kind: 'unknown', keyword: 'additionalProperties' }],
  ],
  ['No annotation', { ...text, description: 'A name', 'x-since': 2 }, text, []],
];

for (const [what, given, wanted, expected] of named) {
  test(`${what} is named`, () => assert.deepEqual(schemaMisfits(given, wanted), expected));
}
