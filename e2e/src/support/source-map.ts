import type { APIRequestContext } from '@playwright/test';

/**
 * The modules in a script of a release, read from its source map: `react/index.js` for a package,
 * `shared-runtime/src/session.ts` for a file of this repository.
 */
export async function modulesOf(request: APIRequestContext, script: string): Promise<string[]> {
  const answer = await request.get(`${script}.map`);
  // Scripts of webpack's runtime only have no map.
  if (!answer.ok()) return [];
  const { sources }: { sources: string[] } = await answer.json();
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
