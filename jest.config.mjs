import { globSync } from 'node:fs';

// Unit tests of the packages that run in a browser. The others use Node's own runner
// (`test:node` in package.json).

/** Packages that are published as ES modules only, and so have to be transformed. */
const esModulesOnly = '(jotai|typebox)';

/** Where jest.global-setup.mjs puts Chakra UI; what it imports is found from there. */
export const chakraBundle = `${import.meta.dirname}/shared-runtime/node_modules/.cache/chakra-ui`;

/** @type {import('jest').Config} */
export default {
  roots: globSync('{shell,shared-runtime,shared-ui,remote-*}/src', {
    cwd: import.meta.dirname,
  }).map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.test.{ts,tsx}'],
  // jsdom with the globals of Node that it leaves out: fetch, structuredClone, TextEncoder.
  testEnvironment: 'jest-fixed-jsdom',
  globalSetup: '<rootDir>/jest.global-setup.mjs',
  setupFiles: ['<rootDir>/tools/src/jest-polyfills.ts'],
  setupFilesAfterEnv: ['<rootDir>/jest.setup.mjs'],
  // Also on two cores, of which Jest would leave one to itself.
  maxWorkers: '100%',
  // So long only where much else goes on on the machine.
  testTimeout: 60_000,
  transform: {
    '\\.(tsx?|m?js)$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2023',
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  transformIgnorePatterns: [
    `/node_modules/(?!\\.pnpm|${esModulesOnly})`,
    `/node_modules/\\.pnpm/(?!${esModulesOnly}@)`,
  ],
  moduleNameMapper: {
    '^@chakra-ui/(.+)$': `${chakraBundle}/$1.js`,
    '\\.(css|woff2|svg|png|webp|avif|mp4|webm)$': '<rootDir>/tools/src/jest-asset.ts',
  },
  restoreMocks: true,
};
