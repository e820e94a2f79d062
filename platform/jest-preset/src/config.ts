import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import type { Config } from 'jest';

const { resolve } = createRequire(import.meta.url);

/** Returns the path of a file next to this one. Packed files have another extension. */
const file = (name: string) => join(import.meta.dirname, name + extname(import.meta.filename));

/** Packages that must be transformed because they are published only as ES modules. */
const esModulesOnly = '(jotai|typebox)';

/** Jest's settings for code that runs in a browser. */
const config: Config = {
  testMatch: ['**/*.test.{ts,tsx}'],
  // jsdom, with globals of Node that it leaves out: fetch, structuredClone, TextEncoder.
  testEnvironment: resolve('jest-fixed-jsdom'),
  setupFilesAfterEnv: [file('setup')],
  // Tests take this long only on a busy machine.
  testTimeout: 60_000,
  transform: {
    '\\.(tsx?|m?js)$': [
      resolve('@swc/jest'),
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
    `/node_modules/(?!\\.pnpm|@kargo/|${esModulesOnly})`,
    `/node_modules/\\.pnpm/(?!${esModulesOnly}@)`,
  ],
  moduleNameMapper: {
    '\\.(css|woff2|svg|png|webp|avif|mp4|webm)$': file('asset'),
  },
  restoreMocks: true,
};

export default config;
