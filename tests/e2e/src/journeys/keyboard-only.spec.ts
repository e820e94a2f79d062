import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expect, test } from '../support/journey.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { identityDocument } from '../support/picture.ts';
import { tabTo } from '../support/tab-to.ts';
import { widths } from '../support/widths.ts';

// From the login to a sent payout form, with the keys listed in docs/keyboard.md.

interface Step {
  /** Where the driver is; empty if it has not changed. */
  place: string;
  keys: string;
  /** Role and name of what then has the focus, such as `link Back`. */
  focus: string;
}

const document = readFileSync(join(import.meta.dirname, '../../../../docs/keyboard.md'), 'utf8');
const steps: Step[] = [...document.matchAll(/^(?:- (.*)\n)? {2}- (.*?): (.*)$/gm)].map(
  ([, place = '', keys = '', focus = '']) => ({ place, keys, focus }),
);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of widths(390)) {
  test(`at ${width} px a driver gets from the login to payout details that were sent, by keyboard alone`, async ({
    page,
    driver,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    page.on('filechooser', (chooser) =>
      chooser.setFiles({ name: 'licence.png', mimeType: 'image/png', buffer: identityDocument() }),
    );
    const entries: Record<string, string> = {
      'the e-mail address': driver.email,
      'the password': driver.password,
      'the first name': 'Nell',
      'the last name': 'Newby',
      '`03051988`': '03051988',
    };
    await page.goto(paths.login());
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    for (const [index, { place, keys, focus }] of steps.entries()) {
      // Outside of a proof, other journeys check these places.
      if (place && process.env.PROOF) await expectNoFindings(page, place);
      const entry = entries[keys];
      const [key = '', file] = keys.split(', then ');
      // Tab needs its target to be there: the code of the strip, for example, loads late.
      if (key.endsWith('Tab')) await expect(focused(page, focus)).toBeAttached();
      if (entry === undefined) await page.keyboard.press(key);
      else await page.keyboard.type(entry);
      if (file) await expect(page.getByRole('img', { name: 'licence.png' })).toBeVisible();
      await expect(focused(page, focus), `step ${index + 1}: ${keys}`).toBeFocused();
    }
    await payoutAccount(page).expectState('pending');
  });
}

function focused(page: Page, focus: string) {
  const [, kind = '', name = ''] = /^(\w+) (.*)$/.exec(focus) ?? [];
  // The profile has a phone number too.
  const within = kind === 'field' && name === 'Phone number' ? payoutCard(page) : page;
  if (kind === 'field') return within.getByLabel(name, { exact: true });
  return page.getByRole(kind as 'link', { name, exact: true });
}

const payoutCard = (page: Page) => page.getByRole('region', { name: 'Stripe Connected Account' });

test('arrow keys go through the parts of the profile, and Enter goes to one', async ({
  signedInPage: page,
}) => {
  await page.goto(paths.profile());
  const links = page.getByRole('navigation', { name: 'Profile sections' });
  const link = (name: string) => links.getByRole('link', { name });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await tabTo(page, link('Profile Information'));
  for (const [key, name] of [
    ['ArrowDown', 'Change Password'],
    ['ArrowDown', 'Stripe Connected Account'],
    ['End', 'Danger Zone'],
    ['ArrowUp', 'Stripe Connected Account'],
    ['Home', 'Profile Information'],
    ['Tab', 'Change Password'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(link(name)).toBeFocused();
    if (key === 'Tab') continue;
    await expect(heading(name)).toBeInViewport();
    await expect(link(name)).toHaveAttribute('aria-current', 'true');
  }
  await expectNoFindings(page, 'the profile, at a link to one of its parts');
  await page.keyboard.press('Enter');
  await expect(heading('Change Password')).toBeFocused();
});
