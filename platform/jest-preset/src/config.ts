import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import type { Config } from 'jest';

const { resolve } = createRequire(import.meta.url);

/** A file next to this one; packed files have another extension. */
const file = (name: string) => join(import.meta.dirname, name + extname(import.meta.filename));

/** Packages that are published as ES modules only, and so must be transformed. */
const esModulesOnly = '(jotai|typebox)';

/** Jest's settings for code that runs in a browser. */
const config: Config = {
  testMatch: ['**/*.test.{ts,tsx}'],
  // jsdom with the globals of Node that it leaves out: fetch, structuredClone, TextEncoder.
  testEnvironment: resolve('jest-fixed-jsdom'),
  setupFilesAfterEnv: [file('setup')],
  // So long only where much else goes on on the machine.
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
