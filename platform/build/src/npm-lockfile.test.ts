import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { reachedByNpm } from './npm-lockfile.ts';

const installed = (version: string, ...dependencies: string[]) => ({
  version,
  integrity: `hash of ${version}`,
  dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])),
});

test('What a remote contains and what builds it counts, and nothing that only its tests use', async () => {
  const path = await mkdtemp(join(tmpdir(), 'kargo-npm-'));
  const packages = {
    '': { ...installed('0.1.0', 'yup', '@kargo/shared-runtime'), devDependencies: { jest: '*' } },
    'node_modules/yup': installed('1.7.1', 'tiny-case', 'toposort'),
    'node_modules/tiny-case': installed('1.0.3'),
    'node_modules/toposort': installed('2.0.2'),
    'node_modules/yup/node_modules/toposort': installed('1.9.9', 'tiny-case'),
    'node_modules/@kargo/tools': installed('1.0.0', 'webpack'),
    'node_modules/@kargo/shared-runtime': installed('5.0.0', 'axios'),
    'node_modules/axios': installed('1.0.0'),
    'node_modules/webpack': installed('5.0.0'),
    'node_modules/jest': installed('30.0.0'),
  };
  await writeFile(join(path, 'package-lock.json'), JSON.stringify({ packages }));
  assert.deepEqual(await reachedByNpm(path), [
    'node_modules/@kargo/tools 1.0.0 hash of 1.0.0',
    'node_modules/tiny-case 1.0.3 hash of 1.0.3',
    'node_modules/webpack 5.0.0 hash of 5.0.0',
    'node_modules/yup 1.7.1 hash of 1.7.1',
    'node_modules/yup/node_modules/toposort 1.9.9 hash of 1.9.9',
  ]);
  await rm(path, { recursive: true });
});
