import { paths } from '@kargo/shared-types/page/paths';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { mailedTo, mailPage } from '../support/inbox.ts';
import { expect, test } from '../support/journey.ts';
import { sendMagicLink } from '../support/mail-magic-link.ts';
import { profileForm } from '../support/profile-form.ts';
import { widths } from '../support/widths.ts';

for (const width of widths(390)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a driver reads the mail about payouts, and its button leads to Stripe', async ({
      page,
      session,
      driver,
    }) => {
      const mailed = await mailedTo(driver.email, async () => {
        await session.sendPayoutDetails();
      });
      await page.goto(mailPage(mailed));
      await expectNoFindings(page, 'the inbox with a mail');
      const mail = page.frameLocator('iframe');
      await expect(mail.getByRole('heading', { level: 1 })).toHaveText(
        'Add your bank details to get paid',
      );
      await expect(mail.getByText(`Hello ${driver.name},`)).toBeVisible();
      const opened = page.waitForEvent('popup');
      await mail.getByRole('link', { name: 'Add bank details' }).click();
      await expect((await opened).getByRole('button', { name: 'Agree and submit' })).toBeVisible();
    });

    test('a driver reads the mail with a magic link, in light and dark mode, and is signed in by its button', async ({
      page,
      driver,
    }) => {
      const { html } = await mailedTo(driver.email, () => sendMagicLink(driver));
      // The inbox does not let axe run in a mail.
      await page.setContent(insideMailProgram(html ?? ''));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoFindings(page, `a mail in ${colorScheme} mode`);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const logo = page.locator('img');
      expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(96);

      await page.getByRole('link', { name: 'Sign in to Kargo' }).click();
      await expect(profileForm(page).name).toHaveValue(driver.name);
      await expect(page).toHaveURL(paths.profile());
    });
  });
}

/** Puts a mail into a landmark, as a mail program does. */
const insideMailProgram = (html: string) =>
  html.replace(/(<body[^>]*>)(.*)(<\/body>)/s, '$1<main>$2</main>$3');
