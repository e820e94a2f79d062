import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { currentVersion } from '../support/published-release.ts';
import { expectReports, keepReports } from '../support/reports.ts';

// Every journey fails if it violates the Content-Security-Policy. These tests cause violations,
// and fail if an expected error does not occur.

test('text that becomes HTML is reported', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/security policy: require-trusted-types-for .*innerHTML/);
  consoleErrors.allow(/allows no HTML in texts/);
  await plant(page, () => {
    document.createElement('div').innerHTML = '<b>planted</b>';
  });
});

test('a script address without a Trusted Types policy is reported', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/security policy: require-trusted-types-for .*HTMLScriptElement src/);
  consoleErrors.allow(/requires 'TrustedScriptURL' assignment/);
  await plant(page, () => {
    document.createElement('script').src = '/planted.js';
  });
});

test('a policy with another name is reported', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/security policy: trusted-types .*planted/);
  consoleErrors.allow(/Creating a TrustedTypePolicy named 'planted'/);
  await plant(page, () => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): void };
    };
    trustedTypes.createPolicy('planted', {});
  });
});

test('an inline style is reported, to the gateway too', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/security policy: style-src-attr/);
  consoleErrors.allow(/inline style/);
  const reports = await keepReports(page);
  await plant(page, () => document.body.setAttribute('style', 'color: red'));
  await expect.poll(async () => (await reports()).length).toBe(1);
  const version = await currentVersion('shell');
  expectReports(await reports(), [{ kind: 'policy', app: 'shell', version }]);
});

/** Violates the page's policy and waits for the report. */
async function plant(page: Page, breach: () => void): Promise<void> {
  await page.goto(paths.about());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const reported = page.waitForEvent('console', (message) =>
    message.text().startsWith('security policy: '),
  );
  // Most violations also throw.
  await page.evaluate(breach).catch(() => undefined);
  await reported;
}
