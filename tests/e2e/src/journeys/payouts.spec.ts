import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { maxUploadBytes } from '@kargo/shared-types/forms/limits';
import { paths } from '@kargo/shared-types/page/paths';
import type { Locator, Page } from '@playwright/test';
import { closeMessage } from '../support/close-message.ts';
import { compose } from '../support/compose.ts';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { linkMailedTo } from '../support/inbox.ts';
import { expect, test } from '../support/journey.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { identityDocument, truncatedJpeg } from '../support/picture.ts';
import { decideAtStripe, finishAtStripe } from '../support/stripe-page.ts';
import { tabTo } from '../support/tab-to.ts';
import { widths } from '../support/widths.ts';

const linkSent = 'Link sent successfully to your email address.';

test('a driver sends the form, finishes at Stripe with the link in the mail, and is paid', async ({
  signedInPage: page,
  driver,
  context,
}) => {
  await page.goto(paths.profile());
  const account = payoutAccount(page);
  await account.expectState('form');
  await account.fillIn();
  await paste(account.phone, '+49 30 901820');
  await page.keyboard.press('Tab');
  await expect(account.text('Phone number must start with +1')).toBeVisible();
  await expect(account.phone).toHaveValue('+49 30 901820');
  await paste(account.phone, '\u202a+1 (202) 555\u20110142\u202c');
  await paste(account.dateOfBirth, 'Feb 29, 1988');
  await account.expectEntriesKept();
  await account.chooseDocument('licence.PNG', Buffer.concat([identityDocument(), film]));
  const link = await linkMailedTo(driver.email, async () => {
    await account.submit.click();
    await closeMessage(page, 'KYC Verification Completed');
  });
  await account.expectState('pending');
  await account.checkStatus.click();
  await expect(account.text('Not confirmed yet. Stripe may need a moment.')).toBeVisible();
  await expect(account.text('We mail it to n•••@')).toBeVisible();
  await expect(page.getByTestId('our-mails')).toHaveText(
    `Our mails come from no-reply@kargo.example and go to n•••@kargo.example. Their links begin with ${new URL(page.url()).origin}/`,
  );
  // The API notes that it sent the mail after the inbox has it.
  await expect(async () => {
    await account.checkStatus.click();
    await expect(account.text(/^Sent .+, ends .+$/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  for (const width of widths(390)) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFindings(page, `a link that was mailed, at ${width} px`, payoutCard(page));
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  const tab = await context.newPage();
  await tab.goto(link);
  await expect(tab.getByText('Nell Newby')).toBeVisible();
  await expect(tab.getByText('1988-02-29')).toBeVisible();
  await finishAtStripe(tab, 'Everything is in order');
  await expect(tab).toHaveURL(paths.stripeSuccess());
  await expect(tab.getByRole('heading', { name: 'Setup Complete!' })).toBeVisible();
  await expect(tab.getByTestId('site-header')).toContainText('Profile');
  await tab.getByRole('button', { name: 'Back To Home' }).click();
  await expect(tab).toHaveURL(paths.home());

  // Without a window, no page is ever hidden behind another tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await account.expectState('done');
  await page.getByRole('link', { name: 'Ready to be paid' }).click();
  await expect(page.getByRole('heading', { name: 'Stripe Connected Account' })).toBeFocused();
  const bankLink = await linkMailedTo(driver.email, async () => {
    await account.updateBankDetails.click();
    await closeMessage(page, linkSent);
  });
  await tab.goto(bankLink);
  await tab.getByLabel('Account number').fill('55554444');
  await tab.getByRole('button', { name: 'Save' }).click();
  await expect(tab.getByText('•••• 4444')).toBeVisible();
});

test('the title mentions errors in the form that was sent, until the page is left', async ({
  signedInPage: page,
}) => {
  await page.goto(paths.profile());
  await payoutAccount(page).submit.click();
  await expect(page).toHaveTitle('Error: My profile – Kargo');
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { name: 'About Page' })).toBeVisible();
  await expect(page).toHaveTitle('About Kargo');
  await page.goBack();
  await expect(page).toHaveTitle('My profile – Kargo');
});

test('a driver whose document Stripe refuses sees why, asks for the link again, and corrects it', async ({
  signedInPage: page,
  session,
  driver,
}) => {
  const firstLink = await linkMailedTo(driver.email, async () => {
    await session.sendPayoutDetails();
  });
  await page.goto(firstLink);
  await finishAtStripe(page, 'A better picture of the document is needed');
  await expect(page).toHaveURL(paths.profile());
  const account = payoutAccount(page);
  await account.expectState('disabled');
  await expect(account.text('requirements.past_due')).toBeVisible();
  await expect(account.text('Stripe needs more information before you can be paid.')).toBeVisible();
  await expect(account.text("Your ID can't be read in the photo.")).toBeVisible();

  const secondLink = await linkMailedTo(driver.email, async () => {
    await account.resend.click();
    await closeMessage(page, linkSent);
  });
  await page.goto(secondLink);
  await finishAtStripe(page, 'Everything is in order');
  await expect(page).toHaveURL(paths.stripeSuccess());
  await page.goto(paths.profile());
  await account.expectState('done');
});

test('a driver whom Stripe rejects later finds payouts paused', async ({
  signedInPage: page,
  session,
  driver,
  context,
}) => {
  const link = await linkMailedTo(driver.email, async () => {
    await session.sendPayoutDetails();
  });
  await page.goto(link);
  const { origin } = new URL(page.url());
  await finishAtStripe(page, 'Everything is in order');
  await page.goto(paths.profile());
  const account = payoutAccount(page);
  await account.expectState('done');

  const stripe = await context.newPage();
  const due = 'A better picture of the document is needed in a week';
  await decideAtStripe(stripe, origin, driver.email, due);
  await expect.poll(async () => (await session.profile()).payout_notes?.due_at).toBeTruthy();
  await page.reload();
  await account.expectState('done');
  await expect(account.text(/^Stripe pauses your payouts on \d+ \w+ unless/)).toBeVisible();
  await expectNoFindings(page, 'payouts that will be paused', payoutCard(page));
  await decideAtStripe(stripe, origin, driver.email, 'Transfers are refused');
  await expect.poll(async () => (await session.profile()).onboarding_completed).toBe(false);
  await page.reload();
  await account.expectState('pending');
  await expect(account.text(/^Stripe doesn't transfer money to your account yet\./)).toBeVisible();

  // The driver does not come back from Stripe's page: only the webhook reports the decision.
  await decideAtStripe(stripe, origin, driver.email, 'The account is rejected');
  await expect.poll(async () => (await session.profile()).onboarding_error).toBe('rejected.fraud');
  await page.reload();
  await account.expectState('disabled');
  await expect(account.text('rejected.fraud')).toBeVisible();
  await expect(account.text('Stripe could not approve this account.')).toBeVisible();
  await page.goto(link);
  await expect(page).toHaveURL(paths.profile());
});

test('a driver leaves Stripe, lets its page expire, and still finishes with the same mail', async ({
  signedInPage: page,
  session,
  driver,
  consoleErrors,
}) => {
  const link = await linkMailedTo(driver.email, async () => {
    await session.sendPayoutDetails();
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Leave and finish later' }).click();
  await expect(page).toHaveURL(paths.profile());
  await payoutAccount(page).expectState('pending');

  await page.goto(link);
  const expiring = page.url();
  await page.getByRole('button', { name: 'Let this page expire' }).click();
  await expect(page.getByRole('button', { name: 'Agree and submit' })).toBeVisible();
  expect(page.url()).not.toBe(expiring);

  // The site does not keep opening a page that leads straight back.
  consoleErrors.expect(/status of 503/);
  await page.getByRole('button', { name: 'Let this page expire' }).click();
  await page.getByRole('button', { name: 'Let this page expire' }).click();
  const heading = page.getByRole('heading', { name: "Stripe's page led straight back" });
  await expect(heading).toBeVisible();
  await expect(page.getByTestId('site-header')).toContainText('Profile');
  await page.goto(link);
  await finishAtStripe(page, 'Everything is in order');
  await expect(page).toHaveURL(paths.stripeSuccess());
});

test('a driver whose link is a day old has another one mailed, and finishes with that', async ({
  page,
  session,
  driver,
}) => {
  let token = '';
  const link = await linkMailedTo(driver.email, async () => {
    token = await session.sendPayoutDetails();
  });
  // link-routes.test.ts tests that an old link of the API leads here.
  await page.goto(`${paths.stripeError()}?token=${token}`);
  await expect(page.getByRole('heading', { name: 'KYC Verification Link Expired' })).toBeVisible();
  await expect(page.getByTestId('site-header')).toContainText('Login');
  const freshLink = await linkMailedTo(driver.email, async () => {
    await page.getByRole('button', { name: 'Resend Email' }).click();
    await closeMessage(page, linkSent);
  });
  await expect(page).toHaveURL(paths.home());

  expect(freshLink).not.toBe(link);
  await page.goto(freshLink);
  await expect(page.getByText('Nell Newby')).toBeVisible();
  await finishAtStripe(page, 'Everything is in order');
  await expect(page).toHaveURL(paths.stripeSuccess());
  await page.getByRole('button', { name: 'Back To Home' }).click();
  await expect(page).toHaveURL(paths.home());
});

test('a driver who copied half of a link, or the full stop after it, gets a page that says so and leads to the profile', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404/);
  const link = apiBasePath + apiPaths.payoutLink('half-a-link');
  expect((await page.goto(`${link}.`))?.status()).toBe(404);
  await expect(page).toHaveURL(link);
  const heading = page.getByRole('heading', { level: 1, name: "This link doesn't work" });
  await expect(heading).toBeVisible();
  await expectHydrated(page);
  await expect(page).toHaveTitle("This link doesn't work – Kargo");
  await expect(heading).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFindings(page, `a link that leads nowhere, at ${width} px`);
  }
  await tabTo(page, page.getByRole('link', { name: 'Go to my profile' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.login());
});

test('a driver whose link was truncated sees a message and where to get another link', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404/);
  await page.goto(`${paths.stripeError()}?token=half-a-token`);
  await page.getByRole('button', { name: 'Resend Email' }).click();
  await closeMessage(page, 'Error', 'This link is incomplete.');
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible();
  for (const width of widths(390)) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFindings(page, `a link that is incomplete, at ${width} px`);
  }
});

test('a driver whose document is refused loses nothing, and sends another at the limit', async ({
  signedInPage: page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 422/);
  consoleErrors.expect(/status of 422/);
  await page.goto(paths.profile());
  const account = payoutAccount(page);
  await account.fillIn();
  await compose(account.phone, '٢٠٢٥٥٥٠١٤٢');
  await compose(account.dateOfBirth, '０２２９１９８８');
  await account.expectEntriesKept();

  await account.chooseDocument('licence.png', identityDocument(maxUploadBytes + 1));
  await expect(account.text('Max file size is 2MB')).toBeVisible();
  await account.chooseDocument('licence.gif', Buffer.from('GIF89a'));
  await expect(account.text('Allowed formats: JPG, JPEG, PNG')).toBeVisible();

  await account.chooseDocument('renamed.png', Buffer.from('GIF89a, under another name'));
  await account.submit.click();
  await closeMessage(page, 'Error', 'Allowed formats: JPG, JPEG, PNG');
  await account.expectEntriesKept();
  await expect(account.text('renamed.png')).toBeVisible();

  await account.chooseDocument('truncated.jpg', truncatedJpeg());
  await account.submit.click();
  await closeMessage(page, 'Error', 'The document could not be opened.');
  await account.expectEntriesKept();
  await expect(account.document).toBeFocused();
  await expect(account.text("This file can't be opened.")).toBeVisible();

  await account.chooseDocument('licence.png', identityDocument(maxUploadBytes));
  await account.submit.click();
  await closeMessage(page, 'KYC Verification Completed');
  await account.expectState('pending');
});

// The rest of the form by keyboard: keyboard-only.spec.ts.
test('a driver gets to a field with an error, and a date from the calendar, with the keyboard alone', async ({
  signedInPage: page,
}) => {
  const { keyboard } = page;
  await page.goto(paths.profile());
  const account = payoutAccount(page);
  await account.expectState('form');
  await tabTo(page, account.submit);
  await keyboard.press('Enter');
  await expect(account.text('Document is required')).toBeVisible();
  await expect(account.firstName).toBeFocused();
  // React Hook Form moves the focus again, by a timer.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));

  await keyboard.type('Nell');
  await keyboard.press('Tab');
  await keyboard.type('Newby');
  await keyboard.press('Tab');
  await expect(account.phone).toBeFocused();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('2025550142');
  await tabTo(page, account.calendar);
  await keyboard.press('Enter');
  // The latest birthday has the focus; a week before is also old enough.
  await expect(page.getByRole('grid').locator(':focus')).toHaveRole('button');
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(account.calendar).toBeFocused();
  await expect(account.dateOfBirth).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
});

// At this moment, London has 29 February; elsewhere it is the day after or before.
const leapDay = new Date('2028-02-29T10:30:00Z');

const latestBirthdays = [
  ['Pacific/Kiritimati', 'March 1, 2010', '03/01/2010'],
  ['Europe/London', 'February 28, 2010', '02/28/2010'],
  ['Pacific/Pago_Pago', 'February 28, 2010', '02/28/2010'],
] as const;

// calendar-date.test.ts tests the day in each time zone, `pnpm proof journeys` the calendar.
for (const [timezoneId, latest, written] of process.env.PROOF ? latestBirthdays : []) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('the calendar offers the latest birthday of whoever is 18 there', async ({
      signedInPage: page,
    }) => {
      await page.clock.setFixedTime(leapDay);
      await page.goto(paths.profile());
      const { calendar, dateOfBirth } = payoutAccount(page);
      await calendar.click();
      const day = page.getByRole('grid').locator(':focus');
      await expect(day).toHaveAccessibleName(new RegExp(`${latest}$`));
      await page.keyboard.press('Enter');
      await expect(dateOfBirth).toHaveValue(written);
    });
  });
}

for (const width of widths(390)) {
  const reducedMotion = width < 768 ? 'reduce' : 'no-preference';
  test.describe(`at ${width} px, motion: ${reducedMotion}`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion } });

    test('the calendar opens in view, next to its button, each time', async ({
      signedInPage: page,
    }) => {
      await page.goto(paths.profile());
      const { calendar } = payoutAccount(page);
      const grid = page.getByRole('grid');
      for (const time of ['first', 'second', 'third']) {
        await calendar.click();
        await expect(grid.locator(':focus'), time).toHaveRole('button');
        await settled(page);
        await expect(grid, time).toBeInViewport({ ratio: 1 });
        await expect(calendar, time).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => window.scrollX), time).toBe(0);
        await page.keyboard.press('Escape');
        await expect(grid, time).toBeHidden();
        await expect(calendar, time).toBeFocused();
      }
    });
  });
}

const payoutCard = (page: Page) => page.getByRole('region', { name: 'Stripe Connected Account' });

/** The end of a phone's photo with a short film. */
const film = Buffer.from('\0\0\0\x18ftypmp42', 'latin1');

async function paste(field: Locator, text: string): Promise<void> {
  await field.page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await field.evaluate((_, copied) => navigator.clipboard.writeText(copied), text);
  await field.selectText();
  await field.press('ControlOrMeta+V');
}

/** Waits a few frames, until the page has rendered its last changes. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
  });
}
