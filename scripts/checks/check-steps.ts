import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../site/settings.ts';
import { folders } from './import-rules.ts';
import type { Step } from './step.ts';
import { readers } from './tally.ts';

/** Where test runners leave their totals. */
export const reportFolder = join(root, 'test-results/totals');

const typeScriptProjects = globSync('{,*/,*/*/}tsconfig*.json', {
  cwd: root,
  exclude: ['**/node_modules'],
});

/** Folders whose tests run in Node; those of the others need the DOM, or a real browser. */
const nodeFolders = ['api', 'delivery', 'gateway', 'local-services', 'shared-types', 'tools'];
const jestReport = join(reportFolder, 'jest.json');

/** Two test runners run side by side. */
const workersEach = String(Math.max(1, Math.floor(availableParallelism() / 2)));

/** All that can be checked without a build of the site; what takes longest starts first. */
export const checkSteps: readonly Step[] = [
  nodeTests('unit tests in Node', {
    files: [
      'scripts/{,site/,checks/}*.test.ts',
      ...nodeFolders.map((folder) => `${folder}/src/**/*.test.ts`),
    ],
    workers: workersEach,
  }),
  {
    name: 'types',
    parameters: ['node_modules/typescript/bin/tsc', '-b', '--noEmit', ...typeScriptProjects],
  },
  {
    name: 'unit tests with a DOM',
    parameters: [
      'node_modules/jest/bin/jest.js',
      `--maxWorkers=${workersEach}`,
      '--json',
      `--outputFile=${jestReport}`,
    ],
    report: { file: jestReport, read: readers.jest },
  },
  {
    name: 'imports between packages',
    parameters: ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', ...folders],
  },
  {
    name: 'circles between folders',
    parameters: [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config=.dependency-cruiser-folders.mjs',
      ...folders,
    ],
  },
  {
    name: 'dead code and dependencies',
    parameters: ['node_modules/knip/bin/knip.js'],
  },
  {
    name: 'format and lint',
    parameters: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'],
  },
];

/** What is shipped, and how. It takes long, and builds apps in place: never two at a time. */
export const deploymentStep = nodeTests('images and releases', {
  files: ['scripts/deployments/{images,release-alone}.test.ts'],
  workers: '1',
});

function nodeTests(name: string, { files, workers }: { files: string[]; workers: string }): Step {
  const report = join(reportFolder, `${name.replaceAll(' ', '-')}.json`);
  return {
    name,
    parameters: [
      '--test',
      '--test-global-setup=./api/src/testing/postgres-server.ts',
      `--test-concurrency=${workers}`,
      '--test-reporter=./scripts/checks/show-failed-node-tests.ts',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/checks/count-node-tests.ts',
      `--test-reporter-destination=${report}`,
      ...files,
    ],
    report: { file: report, read: readers.node },
  };
}
