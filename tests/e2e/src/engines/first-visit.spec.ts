import { paths } from '@kargo/shared-types/page/paths';
import { expect } from '@playwright/test';
import { isHydrated } from '../support/expect-hydrated.ts';
import { test } from './engine-journey.ts';
import { css } from './find-in-page.ts';

for (const path of [paths.home(), paths.login()]) {
  test(`a first visit to ${path} loads every script at the first attempt, and shows the whole page`, async ({
    visitor,
  }) => {
    await visitor.open(path);
    await visitor.see(css('[data-remote] h1'));
    await expect.poll(() => visitor.tab.evaluate(isHydrated)).toBe(true);
    const scripts = await visitor.tab.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(scripts.filter((name) => name.includes('?attempt='))).toEqual([]);
    expect(await visitor.tab.evaluate(sidewaysScroll)).toBe(0);
    expect(await visitor.tab.evaluate(brokenPictures)).toEqual([]);
  });
}

// The functions below run in the page.

function sidewaysScroll(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}

/** Addresses of loaded pictures that cannot be shown. */
function brokenPictures(): string[] {
  const broken = [...document.images].filter((it) => it.complete && it.naturalWidth === 0);
  return broken.filter((it) => it.loading !== 'lazy').map(({ src }) => src);
}
