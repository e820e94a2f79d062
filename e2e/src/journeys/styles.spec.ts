import { join } from 'node:path';
import type { Page } from '@playwright/test';
import browserslist from 'browserslist';
import DoIUse from 'doiuse/lib/DoIUse.js';
import postcss from 'postcss';
import { paths } from 'shared-types/page/paths';
import { expect, test } from '../support/journey.ts';
import { profileForm } from '../support/profile-form.ts';

const floor = browserslist(null, { config: join(import.meta.dirname, '../../../.browserslistrc') });

/** Features that the pages can do without. */
const harmless = [
  'css-touch-action',
  'css-resize',
  'text-size-adjust',
  'css3-cursors',
  'css-content-visibility',
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
  // Proves that the check works: these features are in use.
  expect(missing(css, ['chrome 98'])).toEqual(
    expect.arrayContaining(['css-cascade-layers', 'css-has']),
  );
});

/** The styles in a page at this moment, including those of Emotion. */
async function stylesOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
      .join('\n'),
  );
}

/** Names in caniuse's tables of the features that one of the browsers lacks completely. */
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
