import {
  findBrowser,
  launchOptions,
  windowlessFirst,
} from '@kargo/smoke-test/browser/find-browser';
import { defineConfig } from '@playwright/test';
import { siteUrl } from './src/support/site.ts';

/** Only the first process looks for a browser; workers inherit its environment. */
process.env.KARGO_TEST_BROWSER ??= JSON.stringify(
  launchOptions(await findBrowser(windowlessFirst)),
);

export default defineConfig({
  testDir: 'src',
  fullyParallel: true,
  projects: [
    { name: 'next releases', testMatch: 'faults/next-releases.setup.ts' },
    // engines.config.ts runs engines/; `pnpm proof` runs development/, gate/ and stock/.
    { name: 'journeys', testMatch: 'journeys/**/*.spec.ts' },
    { name: 'faults', testMatch: 'faults/*.spec.ts', dependencies: ['next releases'] },
    ...(process.env.PROOF
      ? [
          {
            name: 'proof',
            testMatch: '{development,gate,stock}/*.spec.ts',
            dependencies: ['next releases'],
            workers: 1,
            fullyParallel: false,
          },
        ]
      : []),
  ],
  outputDir: '../../test-results/journeys',
  // The totals come from the JUnit report.
  reporter: [
    ['list'],
    ...(process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE
      ? [['junit', { includeProjectInTestName: true }] as const]
      : []),
  ],
  // More than small machines have processors: journeys also wait. Each has its own drivers.
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long, because a busy machine is just slow, and real errors fail at once.
  timeout: 180_000,
  expect: { timeout: 45_000, toPass: { intervals: [100], timeout: 45_000 } },
  use: {
    baseURL: siteUrl,
    viewport: { width: 1440, height: 900 },
    // A trace costs a sixth of the processor time; `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // A headless Chromium; engines.config.ts runs the core journeys in full browsers.
    launchOptions: JSON.parse(process.env.KARGO_TEST_BROWSER),
  },
});
