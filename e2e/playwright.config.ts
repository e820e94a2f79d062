import { defineConfig } from '@playwright/test';
import { findBrowser, launchOptions, windowlessFirst } from 'smoke-test/browser/find-browser';
import { siteUrl } from './src/support/site.ts';

export default defineConfig({
  testDir: 'src',
  projects: [
    // One worker, so that the releases to break are built once.
    { name: 'faults', testMatch: 'faults/*.spec.ts', workers: 1 },
    // engines.config.ts runs engines/ in every engine, and `pnpm proof` runs gate/.
    { name: 'journeys', testIgnore: ['engines/**', 'faults/**', 'gate/**'] },
    ...(process.env.PROOF ? [{ name: 'gate', testMatch: 'gate/*.spec.ts', workers: 1 }] : []),
  ],
  outputDir: '../test-results/journeys',
  // Writes a report for the totals.
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE ? [['junit'] as const] : [])],
  // Much of a journey is waiting. Each worker has drivers of its own.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long, because a busy machine only takes longer; real errors fail at once.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: siteUrl,
    viewport: { width: 1440, height: 900 },
    // Takes a sixth of the processor time; `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // The core journeys are run in whole browsers too: engines.config.ts.
    launchOptions: launchOptions(await findBrowser(windowlessFirst)),
  },
});
