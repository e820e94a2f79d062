import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';
import type { WorkerOptions } from './src/engines/engine-journey.ts';
import { type EngineName, whyMissing } from './src/engines/programs.ts';
import { widths } from './src/support/widths.ts';

/** The usual width of each engine's window. */
const usualWidths: Partial<Record<EngineName, 1440 | 390>> = {
  // `journeys/` covers Chromium, so it runs here only in `pnpm proof engines`.
  ...(process.env.PROOF && { chromium: 1440 }),
  firefox: 1440,
  webkit: 390,
};
const engines = Object.entries(usualWidths) as [EngineName, 1440 | 390][];
const prepared = engines.every(([name]) => whyMissing(name)) ? [] : ['next releases'];

/** Runs the same journeys in every installed engine, in parallel. */
export default defineConfig<object, WorkerOptions>({
  ...journeys,
  outputDir: '../../test-results/engines',
  expect: { ...journeys.expect, toPass: { timeout: 45_000, intervals: [50] } },
  projects: [
    ...prepared.map((name) => ({ name, testMatch: 'faults/next-releases.setup.ts' })),
    ...engines.flatMap(([engineName, usual]) =>
      widths(usual).map((width) => ({
        name: `${engineName}${width}`,
        testMatch: 'engines/*.spec.ts',
        // The slowest engine gets two browsers.
        workers: engineName === 'webkit' ? 2 : 1,
        dependencies: prepared,
        use: { engineName, width },
      })),
    ),
  ],
});
