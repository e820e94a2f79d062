import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { largest } from '@kargo/release-log/rules/release-sizes';
import { readStored } from '@kargo/release-log/stores/read-stored';
import { KargoFile, kargoFile } from '@kargo/shared-types/releases/kargo-file';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { Value } from 'typebox/value';
import { RefusedError } from './refused-error.ts';

/**
 * Reads the `kargo.json` in a build's folder or its parent.
 *
 * @returns its values, its text, and a function that refuses it and names the line of a key
 * @throws {RefusedError} when it is missing or malformed
 */
export async function readKargoFile(from: string) {
  const folder = [from, dirname(from)].find((it) => existsSync(join(it, kargoFile)));
  const file = join(folder ?? from, kargoFile);
  if (!folder)
    throw new RefusedError(`${file} is missing, also in the folder above: it names the app.`);
  const text = String(await readStored(folder, kargoFile, largest.release));
  const refuse = (keys: readonly string[], problem: string): never => {
    // jsonc-parser expects numbers for positions in a list.
    const path = keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const tree = parseTree(text);
    const { offset = 0 } = (tree && findNodeAtLocation(tree, path)) ?? {};
    const line = text.slice(0, offset).split('\n').length;
    throw new RefusedError(`${file}, line ${line}: ${keys.join('.') || 'the file'} ${problem}.`);
  };
  const kargo = parse(text, file);
  if (Value.Check(KargoFile, kargo)) return { kargo, text, refuse };
  const errors = Value.Errors(KargoFile, kargo);
  // Typebox's message for a key that the schema lacks.
  const unknown = errors.find(({ message }) => message === 'schema is false');
  const { instancePath = '', message, params } = unknown ?? errors[0] ?? {};
  const keys = instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/'));
  const allowed = params && 'allowedValues' in params ? `: ${params.allowedValues.join(', ')}` : '';
  return refuse(keys, unknown ? 'is no key of this file' : message + allowed);
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message has line and column.
    throw new RefusedError(`${file}: ${(error as Error).message}.`);
  }
}
