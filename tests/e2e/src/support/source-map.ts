import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteReleases } from './site.ts';

/**
 * Returns the modules in a release's script, such as `react/index.js` of a package, or
 * `shared-runtime/src/session.ts` of this repository. Reads its source map, which visitors do not
 * get.
 */
export async function modulesOf(script: string): Promise<string[]> {
  const file = join(siteReleases, `${script.replace('/releases/', '')}.map`);
  // Scripts with only webpack's runtime have no source map.
  const text = await readFile(file, 'utf8').catch(() => '{"sources":[]}');
  const { sources }: { sources: string[] } = JSON.parse(text);
  return sources.map(moduleName);
}

const moduleName = (source: string): string =>
  source.replace(/^(webpack:\/\/[^/]*\/)?(\.\.?\/)*/, '').replace(/^(.*\/)?node_modules\//, '');
