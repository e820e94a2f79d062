import { readFile } from 'node:fs/promises';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/**
 * Reads a JSON file that has to satisfy a schema.
 *
 * @throws an Error that names the file and the first thing wrong with it
 */
export async function readJson<Schema extends TSchema>(
  schema: Schema,
  file: string,
): Promise<Static<Schema>> {
  return parseJson(schema, await readFile(file, 'utf8'), file);
}

/** The same for a text that came from somewhere else; `source` names it in errors. */
export function parseJson<Schema extends TSchema>(
  schema: Schema,
  text: string,
  source: string,
): Static<Schema> {
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
