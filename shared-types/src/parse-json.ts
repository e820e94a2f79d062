import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';

/** From this length on, a check is worth compiling: otherwise 4 MB take seconds. */
const longText = 20_000;

/** Finding what is wrong takes little time up to here, the limit of a `release.json`. */
const longestExplained = 256 * 1024;

const compiled = new WeakMap<TSchema, Validator>();

/**
 * Parses a JSON text and checks its value against a schema.
 *
 * @param source names the text in errors, such as the path of its file
 * @throws an Error that names the source and, up to 256 kB, the first thing wrong with it
 */
export function parseJson<Schema extends TSchema>(schema: Schema, text: string, source: string) {
  const value: unknown = parse(text, source);
  const isValid =
    text.length < longText ? Value.Check(schema, value) : compiledFrom(schema).Check(value);
  if (isValid) return value as Static<Schema>;
  const [problem] = text.length > longestExplained ? [] : Value.Errors(schema, value);
  const message = problem?.message ?? 'does not fit';
  throw new Error(`${source}: ${problem?.instancePath || 'the document'} ${message}.`);
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
