import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@kargo/shared-types/api/json-schema';
import { Check } from 'typebox/schema';

/** A reason why a value of one schema may not be one of another. */
export interface Misfit {
  path: readonly string[];
  kind: 'missing' | 'optional' | 'extra' | 'other' | 'unknown';
  /** Set for `other`: both values in words, such as `a string or null`. */
  given?: string;
  wanted?: string;
  /** Set for `unknown`: the keyword that cannot be compared. */
  keyword?: string;
}

/**
 * Compares two JSON Schemas: whether each value of the first is one of the second. It knows the keywords that our schemas
 * have; another one makes the comparison unknown. An object of the first has no fields but those that are named.
 *
 * @param path the names of the fields in which the two are
 * @returns nothing if it is
 */
export function schemaMisfits(
  given: JsonSchema,
  wanted: JsonSchema,
  path: readonly string[] = [],
): Misfit[] {
  if (isDeepStrictEqual(given, wanted)) return [];
  const [keyword] = [...strangeKeywords(given), ...strangeKeywords(wanted)];
  if (keyword !== undefined) return [{ path, kind: 'unknown', keyword }];
  const choices = alternativesOf(wanted);
  const wrong: JsonSchema[] = [];
  const misfits = alternativesOf(given).flatMap((alternative) => {
    const tried = choices.flatMap((choice) => {
      const found = alternativeMisfits(alternative, choice, path);
      return found ? [found] : [];
    });
    // The one that was meant is most likely the one that it fits best.
    const [nearest] = tried.toSorted((one, other) => one.length - other.length);
    if (!nearest) wrong.push(alternative);
    return nearest ?? [];
  });
  if (wrong.length === 0) return misfits;
  return [...misfits, { path, kind: 'other', given: inWords(wrong), wanted: inWords(choices) }];
}

/** Keywords that say nothing of a value. */
const annotations =
  /^(title|description|default|examples|deprecated|readOnly|writeOnly|\$comment|x-.*)$/;

/** Numbers that have to be at least, or at most, those of the second schema. */
const least = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'];
const most = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'];
/** Where the second schema has one of these, the first has to have the same. */
const equal = ['pattern', 'format', 'multipleOf', 'uniqueItems'];
const limits = [...least, ...most, ...equal];
const known = new Set(['type', 'const', 'enum', 'anyOf', 'items', 'properties', 'required']);
for (const keyword of ['additionalProperties', ...limits]) known.add(keyword);

/** Returns the keywords that cannot be compared. */
function strangeKeywords(schema: JsonSchema): string[] {
  const keywords = Object.keys(schema).filter((it) => !annotations.test(it));
  // Others are compared only within a type, and in addition to alternatives not at all.
  const isAlone = schema.anyOf ? keywords.length === 1 : isTyped(schema) || keywords.length === 0;
  const own = keywords.filter((it) => !known.has(it) || !isAlone);
  return [...own, ...(schema.anyOf ?? []).flatMap(strangeKeywords)];
}

const isTyped = (schema: JsonSchema) =>
  schema.type !== undefined || schema.enum !== undefined || 'const' in schema;

/** Returns schemas that together stand for one: each a constant, or of one type, or for anything. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternativesOf);
  const constants = 'const' in schema ? [schema.const] : schema.enum;
  if (constants)
    return constants.filter((it) => Check(schema, it)).map((value) => ({ const: value }));
  if (Array.isArray(schema.type))
    return schema.type.flatMap((type) => alternativesOf({ ...schema, type }));
  if (schema.type === 'boolean') return [{ const: true }, { const: false }];
  if (schema.type === 'null') return [{ const: null }];
  return [schema];
}

/** @returns undefined if the first is not of the second, and it is not due to one of its fields */
function alternativeMisfits(
  given: JsonSchema,
  wanted: JsonSchema,
  path: readonly string[],
): Misfit[] | undefined {
  if (!isTyped(wanted)) return [];
  if ('const' in given) return Check(wanted, given.const) ? [] : undefined;
  if ('const' in wanted) return undefined;
  const isNumber = given.type === 'integer' && wanted.type === 'number';
  if ((given.type !== wanted.type && !isNumber) || exceeds(given, wanted)) return undefined;
  const [different] = equal.filter((it) => it in wanted && given[it] !== wanted[it]);
  if (different !== undefined) return [{ path, kind: 'unknown', keyword: different }];
  return [
    ...(wanted.items ? schemaMisfits(given.items ?? {}, wanted.items, path) : []),
    ...(given.type === 'object' ? fieldMisfits(given, wanted, path) : []),
  ];
}

/** Whether a limit of the second is missing in the first, or is wider there. */
const exceeds = (given: JsonSchema, wanted: JsonSchema): boolean =>
  least.some((it) => it in wanted && !(Number(given[it]) >= Number(wanted[it]))) ||
  most.some((it) => it in wanted && !(Number(given[it]) <= Number(wanted[it]))) ||
  equal.some((it) => it in wanted && !(it in given));

/** Whether a field is named, also one such as `constructor`. */
const has = Object.hasOwn;

function fieldMisfits(given: JsonSchema, wanted: JsonSchema, path: readonly string[]): Misfit[] {
  const { properties: fields = {}, required: certain = [] } = given;
  const {
    properties: wantedFields = {},
    required = [],
    additionalProperties: others = true,
  } = wanted;
  const isOpen = typeof given.additionalProperties === 'object' || given.additionalProperties;
  const lacking = required.filter((name) => !has(fields, name) || !certain.includes(name));
  return [
    ...lacking.map((name): Misfit => {
      return { path: [...path, name], kind: has(fields, name) ? 'optional' : 'missing' };
    }),
    ...Object.entries(fields).flatMap(([name, field]): Misfit[] => {
      const inside = [...path, name];
      const target = has(wantedFields, name) ? wantedFields[name] : others;
      if (target === false) return [{ path: inside, kind: 'extra' }];
      return typeof target === 'object' ? schemaMisfits(field, target, inside) : [];
    }),
    ...(isOpen && (others !== true || Object.keys(wantedFields).some((name) => !has(fields, name)))
      ? [{ path, kind: 'unknown', keyword: 'additionalProperties' } as const]
      : []),
  ];
}

const article = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  object: 'an object',
  array: 'an array',
};

function inWords(schemas: readonly JsonSchema[]): string {
  const isBoolean = [true, false].every((value) => schemas.some((it) => it.const === value));
  const words = schemas.map((schema) => {
    if (isBoolean && typeof schema.const === 'boolean') return 'a boolean';
    if ('const' in schema) return JSON.stringify(schema.const);
    const details = limits.filter((it) => it in schema).map((it) => `${it} ${schema[it]}`);
    const type = article[schema.type as keyof typeof article] ?? 'anything';
    return details.length > 0 ? `${type} (${details.join(', ')})` : type;
  });
  return [...new Set(words)].join(' or ');
}
