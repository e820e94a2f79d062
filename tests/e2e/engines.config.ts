import { defineConfig } from '@playwright/test';
import type { WorkerOptions } from './src/engines/engine-journey.ts';
import { type EngineName, whyMissing } from './src/engines/programs.ts';
import { widths } from './src/support/widths.ts';

/** The usual width of the window in each engine. */
const usualWidths: Partial<Record<EngineName, 1440 | 390>> = {
  // `journeys/` covers it, so it only runs here in `pnpm proof engines`.
  ...(process.env.PROOF && { chromium: 1440 }),
  firefox: 1440,
  webkit: 390,
};
const engines = Object.entries(usualWidths) as [EngineName, 1440 | 390][];
const prepared = engines.every(([name]) => whyMissing(name)) ? [] : ['next releases'];

/** The same journeys in every installed engine, in parallel. */
export default defineConfig<object, WorkerOptions>({
  testDir: 'src',
  outputDir: '../../test-results/engines',
  // `tests/checks` reads the JUnit report for the totals.
  reporter: [
    ['list'],
    ...(process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE
      ? [['junit', { includeProjectInTestName: true }] as const]
      : []),
  ],
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 45_000, toPass: { timeout: 45_000, intervals: [50] } },
  projects: [
    ...prepared.map((name) => ({ name, testMatch: 'faults/next-releases.setup.ts' })),
    ...engines.flatMap(([engineName, usual]) =>
      widths(usual).map((width) => ({
        name: `${engineName}${width}`,
        testMatch: 'engines/*.spec.ts',
        // Two browsers for the slowest engine.
        workers: engineName === 'webkit' ? 2 : 1,
        dependencies: prepared,
        use: { engineName, width },
      })),
    ),
  ],
});
