// Unit tests of the packages that run in a browser. The others use Node's own runner
// (scripts/check.ts runs both).

/** Packages that are published as ES modules only, and so have to be transformed. */
const esModulesOnly = '(jotai|typebox)';

/** @type {import('jest').Config} */
export default {
  roots: [
    '<rootDir>/shell/src',
    '<rootDir>/shared-runtime/src',
    '<rootDir>/remote-auth/src',
    '<rootDir>/remote-marketing/src',
    '<rootDir>/remote-profile/src',
  ],
  testMatch: ['**/*.test.{ts,tsx}'],
  // jsdom with the globals of Node that it leaves out: fetch, structuredClone, TextEncoder.
  testEnvironment: 'jest-fixed-jsdom',
  setupFiles: ['<rootDir>/tools/src/jest-polyfills.ts'],
  setupFilesAfterEnv: ['<rootDir>/jest.setup.mjs'],
  testTimeout: 20_000,
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
    '\\.(css|woff2|svg|png|webp|avif|mp4|webm)$': '<rootDir>/tools/src/jest-asset.ts',
  },
  restoreMocks: true,
};
