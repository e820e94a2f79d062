import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectIdle } from '../support/expect-idle.ts';
import { expect, storeSession } from '../support/journey.ts';
import { profileForm } from '../support/profile-form.ts';
import { type Fault, hanging, unavailable } from './faults.ts';
import { FaultySite } from './faulty-site.ts';
import { test } from './two-releases.ts';
import { destinations, header, remotes, type TestedRemote } from './ways-in.ts';

// A remote that fails spares the others. Pages close before their site: requests would fail.

// A page would wait longest for a remote that hangs.
for (const fault of process.env.PROOF ? [hanging, unavailable] : [hanging]) {
  for (const remote of remotes) {
    test(`${remote} waits for no other remote: ${fault.title}`, async ({
      page,
      session,
      siteWithTwoReleases,
    }) => {
      await using site = await FaultySite.open(siteWithTwoReleases);
      const others = remotes.filter((other) => other !== remote);
      for (const other of others) site.break(folderOf(other), fault);
      const { path, needsSession } = destinations[remote];
      if (needsSession) await storeSession(page, session.token);

      await page.goto(site.url + path);
      await expect(screenOf(page, remote)).toBeVisible();
      // No file of the other remotes was requested, so nothing waited for one.
      expect(askedOf(site, others)).toEqual([]);
      await page.close();
    });
  }
}

test('"Try again" leaves the session and the other remotes as they are', async ({
  page,
  session,
  consoleErrors,
  siteWithTwoReleases,
}) => {
  consoleErrors.allow(/status of 503|answered 503/);
  await using site = await FaultySite.open(siteWithTwoReleases);
  await storeSession(page, session.token);
  await page.goto(site.url + paths.profile());
  await expectIdle(page);
  const profileScripts = askedOf(site, ['profile']).length;

  site.break(folderOf('marketing'), unavailable);
  await header(page).getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByTestId('remote-unavailable')).toBeVisible();
  site.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(screenOf(page, 'marketing')).toBeVisible();

  await destinations.profile.follow(page);
  await expect(profileForm(page).name).toBeVisible();
  expect(askedOf(site, ['profile'])).toHaveLength(profileScripts);
  await page.close();
});

test('a screen stays even if a part that it loads later fails', async ({
  page,
  consoleErrors,
  siteWithTwoReleases,
}) => {
  await using site = await FaultySite.open(siteWithTwoReleases);
  // Home loads its slider when a carousel is near. Without it, the slides form a row.
  const isLater = (name: string) => /^slider\.js$/.test(name);
  const late: Fault = { ...unavailable, concerns: isLater };
  consoleErrors.allow(/status of 503/);
  site.break(folderOf('marketing'), late);
  await page.goto(site.url + paths.home());
  await expect(screenOf(page, 'marketing')).toBeVisible();
  await page.getByTestId('carousel-testimonials').scrollIntoViewIfNeeded();
  const attempts = () => site.asked.filter(({ path }) => isLater(path.replace(/.*\//, ''))).length;
  await expect.poll(attempts).toBe(2);
  await expect(page.getByTestId('carousel-testimonials')).toBeVisible();
  await expect(page.getByTestId('remote-unavailable')).toBeHidden();
  await page.close();
});

const folderOf = (remote: TestedRemote) => `/releases/${remote}/`;

const screenOf = (page: Page, remote: TestedRemote) =>
  page.locator(`[data-remote=${remote}]`).getByRole('heading', { level: 1 });

function askedOf(site: FaultySite, remotes: TestedRemote[]): string[] {
  const paths = site.asked.map(({ path }) => path);
  return paths.filter((path) => remotes.some((remote) => path.startsWith(folderOf(remote))));
}
