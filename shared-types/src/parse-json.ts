import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';

/** The schemas of long texts: without being compiled, those of 4 MB take seconds. */
const compiled = new WeakMap<TSchema, Validator>();

/**
 * Parses a JSON text and checks its value against a schema.
 *
 * @param source names the text in errors, such as the path of its file
 * @throws an Error that names the source and, in a short text, the first thing wrong with it
 */
export function parseJson<Schema extends TSchema>(schema: Schema, text: string, source: string) {
  const value: unknown = parse(text, source);
  const validator = text.length > 20_000 ? compiledFrom(schema) : undefined;
  if (validator?.Check(value) ?? Value.Check(schema, value)) return value as Static<Schema>;
  const [problem] = validator ? [] : Value.Errors(schema, value);
  const { instancePath = '', message = 'does not fit' } = problem ?? {};
  throw new Error(`${source}: ${instancePath || 'the document'} ${message}.`);
}

function compiledFrom(schema: TSchema): Validator {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  return validator;
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${source} is not JSON.`, { cause: error });
  }
}
