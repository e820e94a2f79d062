import { paths } from '@kargo/shared-types/page/paths';
import { expectNoFindings } from '../../support/expect-no-findings.ts';
import { hold } from '../../support/hold.ts';
import { expect, signIn, storedSession, test } from '../../support/journey.ts';
import { showPayoutState } from '../../support/show-payout-state.ts';
import { widths } from '../../support/widths.ts';

const lines = [
  ['form', 'Finish your payout setup', 'Continue'],
  ['pending', 'Finish your payout setup by e-mail', 'See how'],
  ['disabled', 'Payouts paused: Stripe needs more information', 'See why'],
] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of widths(390))
  test(`at ${width} px a driver gets from the login to the next step, whatever the state of payouts`, async ({
    page,
    driver,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const strip = page.getByRole('main').getByRole('status').first();
    for (const [state, line, action] of lines) {
      await showPayoutState(page, state);
      if (state === 'form') await signIn(page, driver);
      else await page.goto(paths.home());
      await expect(page).toHaveURL(paths.home());
      await expect(strip).toContainText(`You are logged in as ${driver.name}`);
      await expect(strip).toContainText(line);
      await expect(page.getByRole('link', { name: 'Go to your profile' })).toBeVisible();
      const changed = state === 'form' ? undefined : strip;
      await expectNoFindings(page, `the landing page of a driver (${state})`, changed);
      const link = strip.getByRole('link', { name: action });
      if (state === 'form') {
        // The heading has the focus, and it comes after the link.
        await page.keyboard.press('Shift+Tab');
        await expect(link).toBeFocused();
      }
      await link.press('Enter');
      await expect(page).toHaveURL(`${paths.profile()}#payout-account`);
      await expect(page.getByRole('heading', { name: 'Stripe Connected Account' })).toBeFocused();
    }
  });

test('nothing moves for a driver whose state comes late, and nothing covers the page', async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const letCome = await hold(page, '**/api/v1/verify');
  await page.goto(paths.home());
  await expect(page.getByText('You are logged in')).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.boundingBox();
  await expect(page.getByTestId('loading-overlay')).toHaveCount(0);
  letCome();
  await expect(page.getByText('Finish your payout setup')).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
});

test('a driver whose state cannot be read stays logged in', async ({
  signedInPage: page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 503/);
  await page.route('**/api/v1/verify', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now' } }),
  );
  const response = page.waitForResponse('**/api/v1/verify');
  await page.goto(paths.home());
  await response;
  await expect(page.getByText('You are logged in')).toBeVisible();
  await expect(
    page.getByTestId('site-header').getByRole('button', { name: /Profile/ }),
  ).toBeVisible();
  expect(await storedSession(page)).not.toBeNull();
});

test('a driver whose session is over sees the page of a visitor', async ({
  signedInPage: page,
  session,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401/);
  await session.close();
  await page.goto(paths.home());
  await expect(page.getByTestId('site-header').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL(paths.home());
  await expect(page.getByText('You are logged in')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Go to your profile' })).toBeHidden();
});
