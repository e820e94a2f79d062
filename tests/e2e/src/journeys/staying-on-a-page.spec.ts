import { paths } from '@kargo/shared-types/page/paths';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { profileForm } from '../support/profile-form.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';

test('links to the open page keep the entered text, even if its team has just published', async ({
  signedInPage: page,
}) => {
  await page.goto(paths.profile());
  const { name } = profileForm(page);
  await name.fill('Ada Halfway');

  await announceRelease(page);
  const header = page.getByTestId('site-header');
  await pressInProfileMenu(page, 'My Profile');
  await expect(header.getByRole('button', { name: 'Profile' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await expect(name).toHaveValue('Ada Halfway');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click();
  await expect(page.getByRole('heading', { name: 'Questions? Talk to us.' })).toBeFocused();
  await expect(name).toHaveValue('Ada Halfway');
});

/** Adds a release of the profile with a new address to the list. */
async function announceRelease(page: Page): Promise<void> {
  await page.route(releaseMapPath, async (route) => {
    const response = await route.fetch();
    const releaseMap: ReleaseMap = await response.json();
    const [current] = releaseMap.profile ?? [];
    if (current) current.url = `${current.url}?published-since`;
    await route.fulfill({ response: response, json: releaseMap });
  });
}
