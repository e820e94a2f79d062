import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { paths } from 'shared-types/paths';
import { type Driver, drivers } from '../drivers.ts';
import { expect, test } from '../journey.ts';
import { publishedRoutes } from '../releases.ts';

// All rules of axe, on every route the shell has published, wide and narrow.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const widths = [1440, 390];

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('axe finds nothing on any page that a visitor can open', async ({ page, request }) => {
      test.slow();
      const { routes } = await publishedRoutes(request);
      const open = routes.map(({ path }) => path).filter((path) => path !== paths.profile());
      for (const path of open) {
        await page.goto(path);
        await expect(page.locator('[data-remote]')).toBeVisible();
        await expectNoFindings(page, path);
      }
    });

    test('axe finds nothing where no page is', async ({ page, complaints }) => {
      complaints.expect(/status of 404/);
      await page.goto('/no-such-page');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoFindings(page, '/no-such-page');
    });

    test('axe finds nothing on a login form with errors', async ({ page }) => {
      await page.goto(paths.login());
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await expectNoFindings(page, 'the login form with errors');
    });

    const { unapproved: _, ...approved } = drivers;
    for (const [state, driver] of Object.entries<Driver>(approved)) {
      test.describe(`signed in, payouts: ${state}`, () => {
        test.use({ driver });

        test('axe finds nothing on the profile', async ({ signedInPage: page }) => {
          await page.goto(paths.profile());
          await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
          await expectNoFindings(page, `the profile, payouts: ${state}`);
        });
      });
    }
  });
}

async function expectNoFindings(page: Page, place: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target}: ${failureSummary}`),
  );
  expect(findings, place).toEqual([]);
}
