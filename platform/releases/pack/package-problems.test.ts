import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { packageProblems } from './package-problems.ts';

const map = JSON.stringify({ sources: ['route.ts'], sourcesContent: ['export {};'] });

/** A package without problems. */
const whole = {
  'package.json': JSON.stringify({
    exports: {
      './route': { types: './src/route.d.ts', default: './src/route.js' },
      './settings/*': './settings/*',
    },
    dependencies: { semver: '1.0.0' },
    peerDependencies: { '@kargo/shared-types': '1.0.0' },
  }),
  'src/route.js':
    "import 'node:fs'; import 'semver/range'; import './line.js'; import './line.svg'; import('@kargo/shared-types/limits');",
  'src/route.js.map': map,
  'src/route.d.ts':
    "import './line.js'; import './shapes.js'; export declare const it: import('semver').Range;",
  'src/line.js': '',
  'src/line.js.map': map,
  'src/line.d.ts': '',
  'src/line.svg': '<svg/>',
  'src/shapes.d.ts': '',
};

function problemsWith(changes: Record<string, string | null>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kargo-package-problems-'));
  for (const [file, content] of Object.entries({ ...whole, ...changes })) {
    if (content === null) continue;
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  const problems = packageProblems(folder);
  rmSync(folder, { recursive: true });
  return problems;
}

test('A package that has all that it names can be packed', () => {
  assert.deepEqual(problemsWith({}), []);
});

const lines = 'src/line.js';
for (const [what, changes, problem] of [
  [
    'an import of a development dependency',
    { [lines]: "import 'jsdom';" },
    `${lines} imports jsdom, which package.json does not ask for.`,
  ],
  [
    'a call of require',
    { [lines]: "require('jsdom');" },
    `${lines} imports jsdom, which package.json does not ask for.`,
  ],
  [
    'an import of types',
    { 'src/line.d.ts': 'export declare const it: import("jsdom").DOM;' },
    'src/line.d.ts imports jsdom, which package.json does not ask for.',
  ],
  [
    'an import of a file that is not packed',
    { [lines]: "import './gone.js';" },
    `${lines} imports ./gone.js, which is missing.`,
  ],
  [
    'types of a file that is not packed',
    { 'src/line.d.ts': "export * from './gone.js';" },
    'src/line.d.ts imports ./gone.js, which is missing.',
  ],
  [
    'a path outside',
    { [lines]: "import '../../shared-ui/src/line.js';" },
    `${lines} imports ../../shared-ui/src/line.js, which is outside of the package.`,
  ],
  [
    'a path of this machine',
    { 'src/line.svg': `${root}/line.svg` },
    'src/line.svg names the folder of this checkout.',
  ],
  ['a source', { 'src/more.ts': '' }, 'src/more.ts is a source or a test.'],
  ['a test', { 'src/line.test.js': '' }, 'src/line.test.js is a source or a test.'],
  [
    'a script without types',
    { 'src/line.d.ts': null, 'src/route.d.ts': '' },
    `${lines} has no src/line.d.ts.`,
  ],
  [
    'a script without a source map',
    { 'src/line.js.map': null },
    `${lines} has no src/line.js.map.`,
  ],
  [
    'a source map without the source',
    { 'src/line.js.map': '{"sources":["line.ts"]}' },
    'src/line.js.map leads to line.ts, which is not in it.',
  ],
  [
    'a target of exports that is missing',
    { 'src/route.d.ts': null },
    'package.json offers ./src/route.d.ts, which is missing.',
  ],
] as const)
  test(`A package with ${what} cannot`, () => {
    assert.ok(problemsWith(changes).includes(problem), problemsWith(changes).join('\n'));
  });
