import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteReleases } from './site.ts';

/**
 * The modules in a script of a release, read from its source map, which visitors do not get: `react/index.js` for a package,
 * `shared-runtime/src/session.ts` for a file of this repository.
 */
export async function modulesOf(script: string): Promise<string[]> {
  const file = join(siteReleases, `${script.replace('/releases/', '')}.map`);
  // Scripts of webpack's runtime only have no map.
  const text = await readFile(file, 'utf8').catch(() => '{"sources":[]}');
  const { sources }: { sources: string[] } = JSON.parse(text);
  return sources.map(moduleName);
}

function moduleName(source: string): string {
  const withoutScheme = source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^(\.\.?\/)+/, '');
  return (
    withoutScheme
      .split('/node_modules/')
      .at(-1)
      ?.replace(/^node_modules\//, '') ?? source
  );
}
