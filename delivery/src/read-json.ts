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
  const value: unknown = parse(await readFile(file, 'utf8'), file);
  if (!Value.Check(schema, value)) {
    const [problem] = Value.Errors(schema, value);
    throw new Error(`${file}: ${problem?.instancePath || 'the document'} ${problem?.message}.`);
  }
  return value;
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON.`, { cause: error });
  }
}
