import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@kargo/shared-types/api/json-schema';
import { Check } from 'typebox/schema';

/** Why a value of one schema may not fit another. */
export interface Misfit {
  path: readonly string[];
  kind: 'missing' | 'optional' | 'extra' | 'other' | 'unknown';
  /** For `other`: both values in words, such as `a string or null`. */
  given?: string;
  wanted?: string;
  /** For `unknown`: the keyword that cannot be compared. */
  keyword?: string;
}

/**
 * Checks whether each value of one JSON Schema fits another. Knows the keywords of our schemas;
 * with others the result is `unknown`. Objects of the first schema have only fields that it names.
 *
 * @param path names of the fields around both schemas
 * @returns an empty list if each value fits
 */
export function schemaMisfits(
  given: JsonSchema,
  wanted: JsonSchema,
  path: readonly string[] = [],
): Misfit[] {
  if (isDeepStrictEqual(given, wanted)) return [];
  const choices = alternativesOf(wanted);
  const wrong: JsonSchema[] = [];
  const misfits = alternativesOf(given).flatMap((alternative) => {
    const tried = choices.flatMap((choice) => {
      const found = alternativeMisfits(alternative, choice, path);
      return found ? [found] : [];
    });
    // The best fit is most likely the one that was meant.
    const [nearest] = tried.toSorted((one, other) => one.length - other.length);
    if (!nearest) wrong.push(alternative);
    return nearest ?? [];
  });
  if (wrong.length === 0) return misfits;
  return [...misfits, { path, kind: 'other', given: inWords(wrong), wanted: inWords(choices) }];
}

/** Limits that must be at least, or at most, as high as in the second schema. */
const least = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'];
const most = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'];
/** If the second schema has one of these, the first one needs the same. */
const equal = ['pattern', 'format', 'multipleOf', 'uniqueItems'];
const limits = [...least, ...most, ...equal];
/** The keywords that can be compared within a type. */
const known = ['type', 'items', 'properties', 'required', 'additionalProperties', ...limits];

/** Keywords that do not constrain a value. */
const annotations =
  /^(title|description|default|examples|deprecated|readOnly|writeOnly|\$comment|x-.*)$/;

/** Returns the keywords that constrain a value. */
const keywordsOf = (schema: JsonSchema) =>
  Object.keys(schema).filter((it) => !annotations.test(it));

/** All values of small types. */
const fewValues: Partial<Record<string, unknown[]>> = { boolean: [true, false], null: [null] };

/** A release's own patterns may take forever. */
const withoutPatterns = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema, (key, it) => (key.startsWith('pattern') ? undefined : it)));

/** Splits a schema into alternatives: each is a constant, has one type, or allows anything. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const { type, anyOf } = schema;
  if (Array.isArray(type)) return type.flatMap((it) => alternativesOf({ ...schema, type: it }));
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? fewValues[type ?? '']);
  const rest = withoutPatterns({ ...schema, enum: undefined });
  if (values) return values.filter((it) => Check(rest, it)).map((value) => ({ const: value }));
  // A union with further keywords is not compared.
  const isUnion = anyOf && keywordsOf(schema).length === 1;
  return isUnion ? anyOf.flatMap(alternativesOf) : [schema];
}

/** @returns undefined if the first does not fit for another reason than one of its fields */
function alternativeMisfits(
  given: JsonSchema,
  wanted: JsonSchema,
  path: readonly string[],
): Misfit[] | undefined {
  if ('const' in given && !('pattern' in wanted))
    return Check(withoutPatterns(wanted), given.const) ? [] : undefined;
  const [keyword] = [given, wanted].flatMap(strangeKeywords);
  if (keyword !== undefined) return [{ path, kind: 'unknown', keyword }];
  if (keywordsOf(wanted).length === 0) return [];
  const isNumber = given.type === 'integer' && wanted.type === 'number';
  const isOfType = given.type === wanted.type || isNumber;
  if ('const' in wanted || !isOfType || exceeds(given, wanted)) return undefined;
  const [different] = equal.filter((it) => it in wanted && given[it] !== wanted[it]);
  if (different !== undefined) return [{ path, kind: 'unknown', keyword: different }];
  return [
    ...(wanted.items ? schemaMisfits(given.items ?? {}, wanted.items, path) : []),
    ...(given.type === 'object' ? fieldMisfits(given, wanted, path) : []),
  ];
}

/** Returns the keywords of an alternative that make it impossible to compare. */
const strangeKeywords = (schema: JsonSchema) =>
  keywordsOf(schema).filter((it) => it !== 'const' && !(schema.type && known.includes(it)));

/** Whether a limit of the second schema is missing or wider in the first. */
const exceeds = (given: JsonSchema, wanted: JsonSchema): boolean =>
  least.some((it) => it in wanted && !(Number(given[it]) >= Number(wanted[it]))) ||
  most.some((it) => it in wanted && !(Number(given[it]) <= Number(wanted[it]))) ||
  equal.some((it) => it in wanted && !(it in given));

/** Whether a schema names a field, even one like `constructor`. */
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

function inWords(schemas: readonly JsonSchema[]): string {
  const isBoolean = [true, false].every((value) => schemas.some((it) => it.const === value));
  const words = schemas.map((schema) => {
    if (isBoolean && typeof schema.const === 'boolean') return 'a boolean';
    if ('const' in schema) return JSON.stringify(schema.const);
    if (!schema.type) return 'anything';
    const details = limits.filter((it) => it in schema).map((it) => `${it} ${schema[it]}`);
    const type = `${/^[aio]/.test(`${schema.type}`) ? 'an' : 'a'} ${schema.type}`;
    return details.length > 0 ? `${type} (${details.join(', ')})` : type;
  });
  return [...new Set(words)].join(' or ');
}
