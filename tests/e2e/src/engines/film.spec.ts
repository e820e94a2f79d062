import { paths } from '@kargo/shared-types/page/paths';
import { expect } from '@playwright/test';
import { test } from './engine-journey.ts';
import { button, css } from './find-in-page.ts';

test('the film plays in its dialog, which closes by its button and by Escape', async ({
  visitor,
}) => {
  await visitor.open(paths.home());
  const watch = button('Watch how it works');
  const close = button('Close video');
  await visitor.click(watch);
  await expect.poll(() => visitor.tab.evaluate(lengthOfFilm)).toBeGreaterThan(20);
  await visitor.click(close);
  await visitor.seeNo(close);
  await visitor.see(css('video:not([src])'), { isVisible: false });
  await visitor.see(watch, { isFocused: true });
  await visitor.tab.keyboard.press('Enter');
  await visitor.see(close);
  await visitor.tab.keyboard.press('Escape');
  await visitor.seeNo(close);
  await visitor.see(css('video:not([src])'), { isVisible: false });
});

/** Runs in the page. Duration in seconds; 0 until the browser has read it from the film. */
function lengthOfFilm(): number {
  return document.querySelector('video')?.duration || 0;
}
