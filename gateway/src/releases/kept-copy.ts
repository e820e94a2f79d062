import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from 'shared-types/parse-json';
import { ReleaseMap } from 'shared-types/releases/release-map';
import { largest } from 'shared-types/releases/release-sizes';
import { Type } from 'typebox';
import { readStored } from './read-stored.ts';

/** Format of the file. Older gateways stored only the map, and can read this format too. */
const Content = Type.Interface([ReleaseMap], {
  named: Type.Optional(Type.Array(Type.String())),
  /** SHA-256 of all other fields, as hex. */
  sha256: Type.Optional(Type.String()),
});

/** The stored copy of the newest release map. */
export interface KeptCopy {
  map: ReleaseMap;
  /** The releases that maps have listed, as `<app>/<version>`, the most recently listed first. */
  named: ReadonlySet<string>;
  /** Content of the file. */
  text: string;
}

/** Maximum number of releases in `named`, and the maximum length of each. */
const most = { names: 1000, length: 200 };

/** Maximum size of the file, with quotes and a comma for each name, and space for the hash. */
const maxBytes = largest.map + most.names * (most.length + 3) + 1024;

/** @param before the previous copy */
export function newCopy({ generation, apps }: ReleaseMap, before: KeptCopy | null): KeptCopy {
  const map = { generation, apps };
  const names = new Set([...namesOf(map), ...(before?.named ?? [])]);
  const named = [...names].slice(0, most.names);
  const content = { ...map, named };
  const text = JSON.stringify({ ...content, sha256: hashOf(content) });
  return { map, named: new Set(named), text };
}

/**
 * Returns undefined when there is no file.
 *
 * @throws an Error of one sentence when the file cannot be read, or is not what was written
 */
export async function readCopy(folder: string, name: string): Promise<KeptCopy | undefined> {
  const file = join(folder, name);
  try {
    const text = String(await readStored(folder, name, maxBytes));
    const { sha256, ...content } = parseJson(Content, text, file);
    if (sha256 !== undefined && sha256 !== hashOf(content))
      throw new Error(`${file} is not what was written.`);
    const { generation, apps } = content;
    const map = { generation, apps };
    return { map, named: new Set(content.named ?? namesOf(map)), text };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the file atomically: if writing fails, the previous file stays. */
export async function writeCopy(folder: string, name: string, { text }: KeptCopy): Promise<void> {
  const file = join(folder, name);
  await writeFile(`${file}.new`, text, { flush: true });
  await rename(`${file}.new`, file);
}

const namesOf = ({ apps }: ReleaseMap): string[] =>
  Object.entries(apps)
    .flatMap(([app, records]) => records.map(({ version }) => `${app}/${version}`))
    .filter((name) => name.length <= most.length);

const hashOf = (content: object) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');
