import { defineConfig } from '@playwright/test';
import { type EngineName, engineNames, whyMissing } from './src/engines/driver/programs.ts';
import type { WorkerOptions } from './src/engines/engine-journey.ts';

/** Browsers at once: the slowest engine has two. */
const workers: Record<EngineName, number> = { chromium: 1, firefox: 1, webkit: 2 };

/** `journeys/` covers Chromium already, so it is left out unless `pnpm proof engines` asks for it. */
const engines = engineNames.filter((name) => name !== 'chromium' || process.env.PROOF);

/** Whether a journey that comes in two widths is run in the narrow one, unless `pnpm proof engines` runs both. */
const narrowInstead: Record<EngineName, boolean> = {
  chromium: false,
  firefox: false,
  webkit: true,
};

/** The same journeys in every engine that is installed, side by side. */
export default defineConfig<object, WorkerOptions>({
  testDir: 'src/engines',
  globalSetup: './src/engines/build-next-release.ts',
  outputDir: '../test-results/engines',
  // The last one leaves a report for whoever counts.
  reporter: [
    ['list'],
    ['./src/engines/driver/tell-by-engine.ts'],
    ...(process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE ? [['junit'] as const] : []),
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
      // Chromium itself can be taken off the net: journeys/tunnel.spec.ts.
      ...(engineName === 'chromium' ? [/whose connection goes/] : []),
      ...(process.env.PROOF ? [] : [narrowInstead[engineName] ? /at 1440 px/ : /at 390 px/]),
    ],
    use: { engineName },
  })),
});
