import type { Page } from '@playwright/test';
import { paths } from 'shared-types/page/paths';
import { expect, test } from '../support/journey.ts';

// Every journey fails on a breach of the security policy. These breaches are planted and have to be
// noticed: an expected error that does not come fails the test.

test('text that becomes HTML is noticed', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/security policy: require-trusted-types-for .*innerHTML/);
  consoleErrors.allow(/requires 'TrustedHTML' assignment/);
  await plant(page, () => {
    document.createElement('div').innerHTML = '<b>planted</b>';
  });
});

test('the address of a script that went through no policy is noticed', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/security policy: require-trusted-types-for .*HTMLScriptElement src/);
  consoleErrors.allow(/requires 'TrustedScriptURL' assignment/);
  await plant(page, () => {
    document.createElement('script').src = '/planted.js';
  });
});

test('a policy of another name is noticed', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/security policy: trusted-types .*planted/);
  consoleErrors.allow(/Creating a TrustedTypePolicy named 'planted'/);
  await plant(page, () => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): void };
    };
    trustedTypes.createPolicy('planted', {});
  });
});

test('an inline style is noticed', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/security policy: style-src-attr/);
  consoleErrors.allow(/inline style/);
  await plant(page, () => document.body.setAttribute('style', 'color: red'));
});

/** Does in the page what its policy forbids. */
async function plant(page: Page, breach: () => void): Promise<void> {
  await page.goto(paths.about());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const reported = page.waitForEvent('console', (message) =>
    message.text().startsWith('security policy: '),
  );
  // Most breaches throw as well.
  await page.evaluate(breach).catch(() => undefined);
  await reported;
}
