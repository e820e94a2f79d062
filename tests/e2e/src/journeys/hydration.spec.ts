import { paths } from '@kargo/shared-types/page/paths';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expectIdle } from '../support/expect-idle.ts';
import { hold, remoteScripts, scripts } from '../support/hold.ts';
import { expect, storeSession, test } from '../support/journey.ts';
import { currentVersion, isSeenElsewhere, publishedRoutes } from '../support/published-release.ts';
import { expectReports, keepReports } from '../support/reports.ts';

// Public pages are prerendered, and hydrated without a change. frame.spec.ts tests the profile.

test('a prerendered page needs only its own styles, those of the shell, and one inline script', async ({
  request,
}) => {
  const { routes } = await publishedRoutes(request);
  for (const { path, isPublic, hasFrame } of routes) {
    const html = await (await request.get(path)).text();
    if (!isPublic && !hasFrame) {
      expect(html, path).toContain('<div id="root"></div>');
      continue;
    }
    expect(html.match(/\sstyle=/g), path).toBeNull();
    expect(html.match(/<style/g), path).toHaveLength(2);
    expect(html.match(/<script>/g), path).toHaveLength(1);
    expect(html.match(/\son[a-z]+=/g), path).toBeNull();
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(
      html.includes('Kargo could not start') ? 2 : 1,
    );
  }
});

test('the browser hydrates every page without an error or a change', async ({ page, request }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const main = document.querySelector('#root main');
      Object.assign(window, { first: main?.querySelector('h1'), firstText: main?.textContent });
    });
  });
  const { routes } = await publishedRoutes(request);
  for (const { path } of routes.filter(
    ({ path, isPublic }) => isPublic && !isSeenElsewhere(path),
  )) {
    // Without a token, this page leads to the one for incomplete addresses.
    await page.goto(path === paths.stripeError() ? `${path}?token=any` : path);
    await expectIdle(page);
    const { isKept, before, after } = await page.evaluate(() => {
      const { first, firstText } = window as unknown as { first: Element; firstText: string };
      const main = document.querySelector('#root main');
      return {
        isKept: first === main?.querySelector('h1'),
        before: firstText,
        after: main?.textContent ?? '',
      };
    });
    expect(isKept, `${path} keeps its heading`).toBe(true);
    // Compares only the first words: carousels further down start to move.
    expect(wordsOf(after).slice(0, 60), path).toEqual(wordsOf(before).slice(0, 60));
    expect(warnings, path).toEqual([]);
  }
});

test('a visitor who mistyped an address gets a prerendered page that says so, and finds the way home', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404/);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { first: document.querySelector('#root main h1') });
    });
  });
  expect((await page.goto('/nowhere/at/all'))?.status()).toBe(404);
  await expectHydrated(page);
  const heading = page.getByRole('heading', { name: "This address isn't on our route" });
  expect(await heading.evaluate((it) => it === (window as { first?: unknown }).first)).toBe(true);
  await expect(heading).toBeVisible();
  await expect(page).toHaveTitle('Page not found – Kargo');
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(paths.home());
  await expect(page.getByText('12M + used this app')).toBeVisible();
});

test('a signed-in driver sees their header from the first paint', async ({ page }) => {
  await storeSession(page, 'any');
  await page.route(scripts, () => new Promise(() => {}));
  await page.goto(paths.home(), { waitUntil: 'commit' });
  const header = page.getByTestId('site-header');
  await expect(header.getByRole('button', { name: 'Profile' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Login' })).toBeHidden();
});

test('a visitor sees the header, and keeps text typed before the scripts have loaded', async ({
  page,
}) => {
  const arrive = await hold(page, scripts);
  await page.goto(paths.home(), { waitUntil: 'commit' });
  const header = page.getByTestId('site-header');
  await expect(header.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Profile' })).toBeHidden();

  await page.goto(paths.login(), { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('driver@kargo.example');
  await page.getByLabel('Password', { exact: true }).fill('known to me');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  arrive();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue('driver@kargo.example');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('known to me');
});

const intrusions: Record<string, () => void> = {
  'a node behind each field': () => {
    for (const input of document.querySelectorAll('input')) {
      input.after(document.createElement('div'));
      input.setAttribute('data-manager', '');
    }
  },
  'an icon before the first field': () => {
    document.querySelector('input')?.before(document.createElement('img'));
  },
  'a form around nothing, a class and a banner': () => {
    document.documentElement.classList.add('extended');
    document.querySelector('form')?.prepend(document.createElement('form'));
    document.querySelector('#root')?.prepend(document.createElement('aside'));
    document.body.prepend(document.createElement('div'));
  },
};

test('typed text stays when a password manager changes the page before it is hydrated', async ({
  page,
  consoleErrors,
}) => {
  // React reports that it found an element that it did not render.
  consoleErrors.allow(/#418/);
  const reports = await keepReports(page);
  const version = await currentVersion('auth');
  for (const [what, intrude] of Object.entries(intrusions)) {
    const arrive = await hold(page, scripts);
    await page.goto(paths.login(), { waitUntil: 'commit' });
    const email = page.getByLabel('Email');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('known to me');
    await email.fill('driver');
    await page.evaluate(intrude);
    arrive();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    await expect(email, what).toBeFocused();
    await page.keyboard.type('@kargo');
    await expect(email, what).toHaveValue('driver@kargo');
    await expect(password, what).toHaveValue('known to me');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Email must be valid'), what).toBeVisible();
    await expect(page.getByText('Password is required'), what).toBeHidden();
    await expect.poll(async () => (await reports()).length).toBe(1);
    expectReports(await reports(), [{ kind: 'hydration', app: 'auth', version }]);
    await page.unrouteAll();
  }
});

test('a login that is sent by Enter before it is hydrated is sent as soon as it is', async ({
  page,
  driver,
}) => {
  const arrive = await hold(page, scripts);
  await page.goto(paths.login(), { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(driver.email);
  await page.getByLabel('Password', { exact: true }).fill(driver.password);
  await page.keyboard.press('Enter');
  arrive();
  await expect(page).toHaveURL(paths.home());
});

test('a button that is clicked before it is hydrated works as soon as it is, wherever it is on the page', async ({
  page,
}) => {
  const arrive = await hold(page, scripts);
  await page.goto(paths.home(), { waitUntil: 'commit' });
  const question = page.locator('#faqs h3').getByRole('button').first();
  await question.click();
  await expect(question).toHaveAttribute('aria-expanded', 'false');
  await page.getByTestId('side-panel-toggle').click();
  await page.getByRole('button', { name: 'Watch how it works' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  arrive();
  await expect(page.locator('dialog[open] video, [role=dialog] video')).toBeVisible();
  await expect(question).toHaveAttribute('aria-expanded', 'true');
});

test('a page whose remote is late can be read and used, even signed in', async ({ page }) => {
  await storeSession(page, 'any');
  const arrive = await hold(page, remoteScripts);
  await page.goto(paths.about(), { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { name: 'About Page' });
  const first = await heading.elementHandle();
  // The header is hydrated: its menu opens.
  const header = page.getByTestId('site-header');
  await expect(async () => {
    await header.getByRole('button', { name: 'Profile' }).click();
    await expect(header.getByRole('link', { name: 'My Profile' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(heading).toBeVisible();
  arrive();
  await expectHydrated(page);
  expect(await heading.evaluate((now, before) => now === before, first)).toBe(true);
});

test('a page whose remote does not load can still be read, until it loads', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to load|failed: |ERR_FAILED/);
  const reports = await keepReports(page);
  await page.route(remoteScripts, (route) => route.abort());
  await page.goto(paths.about());
  const message = page.getByTestId('remote-unavailable');
  await expect(message).toContainText("This part of Kargo didn't load");
  await expect(page.getByRole('heading', { level: 1, name: 'About Page' })).toBeVisible();
  const releaseMap: ReleaseMap = await (await page.request.get(releaseMapPath)).json();
  const expected = (releaseMap.marketing ?? []).flatMap(({ version }, index) => {
    const failed = { kind: 'script-failed', app: 'marketing', version } as const;
    return index === 0 ? [failed, { ...failed, kind: 'stuck' } as const] : [failed];
  });
  await expect.poll(async () => (await reports()).length).toBe(expected.length);
  expectReports(await reports(), expected);
  // A new address does not remove the prerendered screen.
  await page.evaluate(() => {
    history.pushState({}, '', '#nothing');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { level: 1, name: 'About Page' })).toBeVisible();

  await page.unroute(remoteScripts);
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(message).toBeHidden();
  await expectHydrated(page);

  // A form is hidden, since it does not work.
  await page.route(remoteScripts, (route) => route.abort());
  await page.goto(paths.login());
  await expect(page.getByTestId('remote-unavailable')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeHidden();
});

test('a page that does not load is never empty, even after leaving and returning', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to (load|fetch)|failed: |ERR_FAILED/);
  await page.route(remoteScripts, (route) => route.abort());
  await page.goto(paths.about());
  const message = page.getByTestId('remote-unavailable');
  await expect(message).toBeVisible();
  const instead = message.getByRole('heading', {
    level: 1,
    name: "This part of Kargo didn't load",
  });
  await page.getByTestId('site-header').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(paths.home());
  await expect(instead).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(paths.about());
  await expect(instead).toBeVisible();

  // The prerendered login redirects to a profile that does not load.
  await storeSession(page, 'any');
  await page.route('**/api/v1/verify', () => new Promise(() => {}));
  await page.goto(paths.login());
  await expect(page).toHaveURL(paths.profile());
  await expect(instead).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('public pages can be read and followed, and a form says what it needs', async ({ page }) => {
    await page.goto(paths.home());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Playwright's selectors do not search inside <noscript>.
    const notice = page.locator('body > noscript');
    expect(await notice.textContent()).toMatch(
      /Kargo needs JavaScript to sign in\. You can still write to\s+hello@kargo\.example\./,
    );
    await expect(notice.locator('a')).toHaveAttribute('href', 'mailto:hello@kargo.example');
    const header = page.getByTestId('site-header');
    await expect(header.getByRole('button', { name: 'Profile' })).toBeHidden();
    await expect(page.locator('#faqs h3 + *').first()).toBeVisible();
    await header.getByRole('link', { name: 'About Us' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'About Page' })).toBeVisible();
    const contact = page.locator('#contact').getByRole('link');
    await expect(contact.first()).toHaveAttribute('href', /^mailto:[^{}]+@/);
    await expect(contact.last()).toHaveAttribute('href', /^tel:\+?\d+$/);
    // Playwright's text selectors skip the content of <noscript>.
    const note = page.locator('#root noscript > *');
    await expect(note).toHaveCount(0);
    await header.getByRole('link', { name: 'Login' }).click();
    await expect(note).toBeVisible();
    await expect(note).toHaveText(
      'This form needs JavaScript. You can still write to hello@kargo.example.',
    );
    await expect(note.locator('a')).toHaveAttribute('href', 'mailto:hello@kargo.example');
  });
});

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => !/\d/.test(word));
}
