import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { versionsOf } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { startGateway } from './gateway.ts';
import { nextTexts } from './next-releases.ts';
import { replaceRelease, test } from './two-releases.ts';
import { header } from './ways-in.ts';

// Marketing changes the texts of its pages, and releases nothing else.

const { title, description, question } = nextTexts;

test('new titles are live in the HTML, in its tags and in an open page, with the same shell', async ({
  page,
}) => {
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  const shell = await versionsOf(gateway.url, 'shell');
  await page.goto(gateway.url + paths.home());
  await noteFocus(page);
  await replaceRelease(releases, gateway, 'marketing');

  const about = await htmlOf(gateway.url + paths.about());
  expect(about).toContain('<title>About Kargo &amp; its drivers</title>');
  expect(about).toContain('<meta property="og:title" content="About Kargo &amp; its drivers">');
  expect(about).toContain(`<meta name="description" content="${description}">`);
  expect(about).toContain(`<meta property="og:description" content="${description}">`);
  expect(await htmlOf(gateway.url + paths.home())).toContain(
    `{"@type":"Question","name":"${question}",`,
  );

  await header(page).getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About Page' })).toBeFocused();
  expect(await notedFocus(page)).toEqual([['About Page', title]]);
  expect(await announcedTitle(page)).toBe(title);
  await page.goBack();
  await expect(page).toHaveTitle(/^Kargo – parcels/);
  expect(await versionsOf(gateway.url, 'shell')).toEqual(shell);
  await page.close();
});

test('coming from another remote, the title changes together with the screen', async ({
  signedInPage: page,
  consoleErrors,
}) => {
  // The page requests the old entry script before it knows that there is a new one.
  consoleErrors.allow(/status of 404/);
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  await page.goto(gateway.url + paths.profile());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await replaceRelease(releases, gateway, 'marketing');
  await noteTitles(page);
  await header(page).getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About Page' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { titles: string[] }).titles)).toEqual([
    'My profile – Kargo, without the screen',
    `${title}, with the screen`,
  ]);
  await page.close();
});

const htmlOf = async (url: string) => (await fetch(url)).text();

/** Records each heading that gets the focus, with the window's title at that moment. */
async function noteFocus(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: string[][] = [];
    document.addEventListener('focusin', ({ target }) => {
      const { tagName, textContent } = target as Element;
      if (tagName === 'H1') noted.push([textContent, document.title]);
    });
    Object.assign(window, { noted });
  });
}

const notedFocus = (page: Page) =>
  page.evaluate(() => (window as unknown as { noted: string[][] }).noted);

/** Records each title of the window, and whether marketing's screen is there. */
async function noteTitles(page: Page): Promise<void> {
  await page.evaluate(() => {
    const titles: string[] = [];
    const note = () => {
      const isThere = document.querySelector('[data-remote=marketing] h1') !== null;
      const now = `${document.title}, ${isThere ? 'with' : 'without'} the screen`;
      if (titles.at(-1) !== now) titles.push(now);
    };
    note();
    new MutationObserver(note).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(window, { titles });
  });
}

/** The name that screen readers announce for the page. */
async function announcedTitle(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  await client.send('Accessibility.enable');
  const { node } = await client.send('Accessibility.getRootAXNode');
  return String(node.name?.value);
}
