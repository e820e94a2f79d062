import { paths } from '@kargo/shared-types/page/paths';
import { findBrowser, launchOptions } from '@kargo/smoke-test/browser/find-browser';
import { type CDPSession, chromium, type Locator } from '@playwright/test';
import { closeMessage } from '../support/close-message.ts';
import { test as base, expect } from '../support/journey.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { identityDocument } from '../support/picture.ts';
import { profileForm } from '../support/profile-form.ts';

// Chromium's own autofill, by its protocol. It has only addresses, without dates of birth;
// autofill.spec.ts tests the other forms. The other journeys' headless browser has no autofill.

/** By names in Chromium's source, components/autofill/core/browser/field_types.cc. */
const person = {
  NAME_FULL: 'Nell Ann Newby',
  NAME_FIRST: 'Nell',
  NAME_LAST: 'Newby',
  PHONE_HOME_WHOLE_NUMBER: '(202) 555-0123',
  ADDRESS_HOME_COUNTRY: 'US',
};

interface Fixtures {
  /** Makes the browser fill in the form of a field. */
  fillInFormOf: (field: Locator) => Promise<void>;
}

const test = base.extend<Fixtures>({
  browser: [
    async ({}, use) => {
      const browser = await chromium.launch(launchOptions(await findBrowser()));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

  fillInFormOf: async ({ page }, use, testInfo) => {
    const protocol = await page.context().newCDPSession(page);
    const isMissing = await protocol.send('Autofill.enable').then(
      () => false,
      () => true,
    );
    testInfo.skip(isMissing, 'not installed: a whole Chrome or Chromium, for its autofill');
    await use((field) => fillInFormOf(protocol, field));
  },
});

test('Chromium fills in the profile and the payout form, but for the date of birth, and the driver sends both', async ({
  signedInPage: page,
  session,
  fillInFormOf,
}) => {
  await page.goto(paths.profile());
  const form = profileForm(page);
  await fillInFormOf(form.name);
  // Autofill replaces text only in the field that triggered it.
  await fillInFormOf(form.phone);
  await form.save.click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  expect(await session.profile()).toMatchObject({ name: 'Nell Ann Newby', phone: '12025550123' });

  const account = payoutAccount(page);
  await fillInFormOf(account.firstName);
  await fillInFormOf(account.phone);
  await expect(account.firstName).toHaveValue('Nell');
  await expect(account.lastName).toHaveValue('Newby');
  await expect(account.phone).toHaveValue('+1 2025550123');
  await account.dateOfBirth.fill('03051988');
  await account.chooseDocument('licence.png', identityDocument());
  await account.submit.click();
  await closeMessage(page, 'KYC Verification Completed');
});

async function fillInFormOf(protocol: CDPSession, field: Locator): Promise<void> {
  await field.evaluate((input) => {
    document.querySelector('[data-autofill]')?.removeAttribute('data-autofill');
    input.setAttribute('data-autofill', '');
  });
  const { root } = await protocol.send('DOM.getDocument', { depth: 0 });
  const selector = '[data-autofill]';
  const { nodeId } = await protocol.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { node } = await protocol.send('DOM.describeNode', { nodeId });
  await protocol.send('Autofill.trigger', {
    fieldId: node.backendNodeId,
    address: { fields: Object.entries(person).map(([name, value]) => ({ name, value })) },
  });
}
