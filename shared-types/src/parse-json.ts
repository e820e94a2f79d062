import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

/**
 * Parses a JSON text and checks its value against a schema.
 *
 * @param source names the text in errors, such as the path of its file
 * @throws an Error that names the source and the first thing wrong with it
 */
export function parseJson<Schema extends TSchema>(schema: Schema, text: string, source: string) {
  const value: unknown = parse(text, source);
  if (!Value.Check(schema, value)) {
    const [problem] = Value.Errors(schema, value);
    throw new Error(`${source}: ${problem?.instancePath || 'the document'} ${problem?.message}.`);
  }
  return value;
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${source} is not JSON.`, { cause: error });
  }
}
