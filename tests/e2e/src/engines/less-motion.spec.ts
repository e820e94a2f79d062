import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '@kargo/shared-types/page/paths';
import { button, css, inside, testId } from './driver/targets.ts';
import { expect, test } from './engine-journey.ts';

test.use({ lessMotion: true });

test('for a visitor who wants less motion, counters show final values and carousels only move when asked', async ({
  visitor,
}) => {
  await visitor.open(paths.home());
  await visitor.tab.run('document.querySelector("[data-testid=carousel-logos]").scrollIntoView()');
  await visitor.expect(css('.slick-initialized'), { count: 3 });
  const figures = () =>
    visitor.tab.evaluate(
      () => [...document.querySelectorAll('[data-testid=counter]')].map((it) => it.textContent),
      null,
    );
  expect(await figures()).toEqual(['12', '150', '2578', '5.0']);

  const logos = testId('carousel-logos');
  const place = async () =>
    (await visitor.find(inside(logos, css('[data-active=true]')))).attributes['data-index'];
  const before = await place();
  // Longer than the interval of the carousel.
  await wait(2500);
  expect(await place()).toBe(before);
  await visitor.click(inside(logos, button('Next of Companies')));
  await expect.poll(place).not.toBe(before);
});
