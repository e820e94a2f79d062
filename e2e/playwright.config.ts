import { defineConfig } from '@playwright/test';
import { findBrowser } from './src/support/browser.ts';
import { siteUrl } from './src/support/site.ts';

const isOffsite = 'MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1';

export default defineConfig({
  testDir: 'src',
  // Run in every engine by engines.config.ts.
  testIgnore: 'engines/**',
  outputDir: '../test-results/journeys',
  // Writes a report for the totals.
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE ? [['junit'] as const] : [])],
  // Journeys share a few drivers, and on two processors a second worker gains little.
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // What is wrong fails at once; a machine that is busy only takes longer.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: siteUrl,
    viewport: { width: 1440, height: 900 },
    // Without DOM snapshots: taking them violates the page's security policy.
    trace: { mode: 'retain-on-failure', snapshots: false },
    launchOptions: {
      ...(await findBrowser()),
      args: ['--disable-quic', `--host-resolver-rules=${isOffsite}`],
    },
  },
});
