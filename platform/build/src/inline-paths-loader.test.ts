import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoaderContext } from 'webpack';
import loader, { inlinePaths } from './inline-paths-loader.ts';

const load = (source: string) =>
  loader.call({ resourcePath: 'Links.tsx' } as LoaderContext<object>, source);

const imported = "import { type Anchor, paths } from '@kargo/shared-types/page/paths';\n";

test('An address is written in place of its call', () => {
  const source = `${imported}const link = <Link to={paths.login()}>{\`\${paths.home()}?a=b\`}</Link>;\n`;
  assert.equal(
    load(source),
    `${imported}const link = <Link to={'/login'}>{\`\${'/'}?a=b\`}</Link>;\n`,
  );
});

test('Names that are no addresses stay', () => {
  assert.equal(inlinePaths(`${imported}paths.nowhere();`), `${imported}paths.nowhere();`);
  const own = "import { paths } from './api-paths.ts';\npaths.login();\n";
  assert.equal(load(own), own);
});

for (const use of ['Object.values(paths)', 'const { login } = paths;', 'paths["login"]()'])
  test(`${use} does not compile, since the build would have all addresses`, () => {
    assert.throws(() => load(`${imported}${use}\n`), {
      message: 'Write paths.name() for each address in Links.tsx, and no other "paths".',
    });
  });
