import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';

/**
 * The most lines of `*.ts` and `*.tsx`, without tests, that each house may have
 * (docs/decisions/0033-twelve-folders.md). Test helpers (`testing/`) count as tests.
 */
const ceilings = {
  product: 22_210,
  platform: 17_680,
  local: 2_785,
  tests: 10_130,
};

const product = /^(shell|remote-\w+|shared-\w+|api)\//;

function houseOf(file: string): keyof typeof ceilings {
  if (/^tests\/|\/testing\//.test(file)) return 'tests';
  if (product.test(file)) return 'product';
  return file.startsWith('platform/') ? 'platform' : 'local';
}

const isLeftOut = (path: string) => /(^|\/)(node_modules|dist|styled-system|\.[^/]+)$/.test(path);
const all = globSync('{*,*/**/*}.{ts,tsx}', { cwd: root, exclude: isLeftOut });
const sources = all.filter((file) => !/\.(test|spec)\.tsx?$/.test(file));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const linesIn = (file: string) => textOf(file).split('\n').length - 1;

for (const [house, ceiling] of Object.entries(ceilings)) {
  test(`${house} has at most ${ceiling} lines`, () => {
    const files = sources.filter((file) => houseOf(file) === house);
    const lines = files.reduce((sum, file) => sum + linesIn(file), 0);
    assert.ok(lines > 0 && lines <= ceiling, `${house} has ${lines} lines.`);
  });
}

test('comments wrap at 100 columns', () => {
  // Tools read these, each in one line.
  const comment = /^ *(\*|\/\*|\/\/)(?!.*(biome-ignore|webpackChunkName))/;
  const found = all.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => line.length > 100 && comment.test(line))
      .map((line) => `${file}: ${line}`),
  );
  assert.deepEqual(found, []);
});
