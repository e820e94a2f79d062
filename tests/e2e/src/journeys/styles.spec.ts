import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import browserslist from 'browserslist';
import DoIUse from 'doiuse/lib/DoIUse.js';
import postcss from 'postcss';
import { expectIdle } from '../support/expect-idle.ts';
import { expect, test } from '../support/journey.ts';
import { profileForm } from '../support/profile-form.ts';
import { widths } from '../support/widths.ts';

const floor = browserslist(null, {
  config: join(import.meta.dirname, '../../../../platform/build/.browserslistrc'),
});

/** Features that the pages can do without. */
const harmless = [
  'css-touch-action',
  'css-resize',
  'text-size-adjust',
  'css3-cursors',
  'css3-cursors-newer',
  'css-content-visibility',
  // Only without JavaScript.
  'css-media-scripting',
];

test('the oldest supported browsers support the styles of every page', async ({
  signedInPage: page,
}) => {
  let css = '';
  for (const path of [paths.home(), paths.about(), paths.login()]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    css += await stylesOf(page);
  }
  await page.goto(paths.profile());
  await expect(profileForm(page).name).toBeVisible();
  css += await stylesOf(page);

  expect(missing(css, floor)).toEqual([]);
  // Proves that the check works: the pages use these features.
  expect(missing(css, ['chrome 98'])).toEqual(
    expect.arrayContaining(['css-cascade-layers', 'css-has']),
  );
});

for (const width of widths(1440)) {
  test(`an element looks the same whether its styles came with the page or not, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(paths.about());
    await expectIdle(page);
    const about = await looksOf(page);
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await expect(page.getByText('12M + used this app')).toBeVisible();
    await expectIdle(page);
    const homeLater = await looksOf(page);
    await page.goto(paths.home());
    await expectIdle(page);
    const home = await looksOf(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
    await expect(page.getByRole('heading', { name: 'About Page' })).toBeVisible();
    await expectIdle(page);

    expect(home.length).toBeGreaterThan(300);
    expect(homeLater).toEqual(home);
    expect(await looksOf(page)).toEqual(about);
  });
}

/** The computed styles of each element in the main part, unless they depend on its position. */
async function looksOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Chromium has "0px" for an `auto` margin whose section still waited for its layout.
    document.body.style.display = 'none';
    document.body.getBoundingClientRect();
    document.body.style.display = '';
    const names = [
      ...['display', 'color', 'background-color', 'font', 'letter-spacing', 'text-align', 'gap'],
      ...['margin', 'padding', 'border', 'border-radius', 'box-shadow', 'opacity', 'position'],
      ...[
        'grid-template-columns',
        'flex',
        'align-items',
        'justify-content',
        'max-width',
        'z-index',
      ],
    ];
    return [...document.querySelectorAll('main *:not(svg *)')].map((element) => {
      const style = getComputedStyle(element);
      const look = names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ');
      return `${element.localName} ${element.textContent?.slice(0, 20)} { ${look} }`;
    });
  });
}

/** The page's styles at this moment, including Emotion's. */
async function stylesOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
      .join('\n'),
  );
}

/** Returns the features, as caniuse names them, that one of the browsers lacks completely. */
function missing(css: string, browsers: string[]): string[] {
  const found = new Set<string>();
  const doIUse = new DoIUse({
    browsers,
    onFeatureUsage: ({ feature, featureData }) => {
      if (featureData.missing && !harmless.includes(feature)) found.add(feature);
    },
  });
  postcss([doIUse.postcss]).process(css, { from: undefined }).sync();
  return [...found].sort();
}
