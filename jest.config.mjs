import { globSync } from 'node:fs';
import preset from '@kargo/jest-preset';

// Unit tests of the packages that run in a browser. The others use Node's own runner
// (`test:node` in package.json).

/** @type {import('jest').Config} */
export default {
  ...preset,
  roots: globSync('{shell,shared-runtime,shared-ui,remote-*}/src', {
    cwd: import.meta.dirname,
  }).map((folder) => `<rootDir>/${folder}`),
  // Also on two cores, of which Jest would leave one to itself.
  maxWorkers: '100%',
};
