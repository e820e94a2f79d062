import { paths } from 'shared-types/paths';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expect, test } from '../support/journey.ts';
import { publishedRoutes } from '../support/releases.ts';

// All rules of axe, on every route the shell has published, wide and narrow.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of [1440, 390]) {
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

    test('axe finds nothing where no page is', async ({ page, consoleErrors }) => {
      consoleErrors.expect(/status of 404/);
      await page.goto('/no-such-page');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoFindings(page, '/no-such-page');
    });
  });
}
