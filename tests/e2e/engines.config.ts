import { defineConfig } from '@playwright/test';
import { type EngineName, engineNames, whyMissing } from './src/engines/driver/programs.ts';
import type { WorkerOptions } from './src/engines/engine-journey.ts';

/** Number of browsers in parallel: two for the slowest engine. */
const workers: Record<EngineName, number> = { chromium: 1, firefox: 1, webkit: 2 };

/** `journeys/` covers Chromium already, so it only runs here in `pnpm proof engines`. */
const engines = engineNames.filter((name) => name !== 'chromium' || process.env.PROOF);

/**
 * Whether a journey with two widths runs in the narrow one instead of the wide one. `pnpm proof
 * engines` runs both.
 */
const narrowInstead: Record<EngineName, boolean> = {
  chromium: false,
  firefox: false,
  webkit: true,
};

/** The same journeys in every installed engine, in parallel. */
export default defineConfig<object, WorkerOptions>({
  testDir: 'src/engines',
  globalSetup: './src/engines/prepare-next-releases.ts',
  outputDir: '../../test-results/engines',
  // `tests/checks` reads the JUnit report for the totals.
  reporter: [
    ['list'],
    ['./src/engines/driver/tell-by-engine.ts'],
    ...(process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE
      ? [['junit', { includeProjectInTestName: true }] as const]
      : []),
  ],
  workers: engines.reduce((sum, name) => sum + workers[name], 0),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 45_000, toPass: { timeout: 45_000, intervals: [50] } },
  projects: engines.map((engineName) => ({
    name: engineName,
    workers: workers[engineName],
    ...(whyMissing(engineName) && { testMatch: 'driver/not-installed.ts' }),
    grepInvert: [
      // Chromium can really be put offline, which journeys/tunnel.spec.ts does.
      ...(engineName === 'chromium' ? [/whose connection goes/] : []),
      ...(process.env.PROOF ? [] : [narrowInstead[engineName] ? /at 1440 px/ : /at 390 px/]),
    ],
    use: { engineName },
  })),
});
