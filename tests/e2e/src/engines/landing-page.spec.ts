import { paths } from '@kargo/shared-types/page/paths';
import { button, css, header, heading, inside, link, testId } from './driver/targets.ts';
import type { Visitor } from './driver/visitor.ts';
import { expect, test } from './engine-journey.ts';

// A visit of Home and About. The numbers of the layout are asserted in
// journeys/landing-page.

const carousels = [
  { testId: 'carousel-testimonials', label: 'Reviews' },
  { testId: 'carousel-logos', label: 'Companies' },
  { testId: 'carousel-screens', label: 'App screens' },
];

const parts: [link: string, heading: string][] = [
  ['Features', 'Everything between pickup and hand-over'],
  ['How it works', 'Up and running in three steps'],
  ["FAQ's", 'Questions people ask'],
  ['Contact Us', 'Questions? Talk to us.'],
];

for (const width of [1440, 390]) {
  const isPhone = width < 768;

  test.describe(`at ${width} px`, () => {
    test.use({ width });

    test('every section of Home can be read, and its carousels go on when asked', async ({
      visitor,
    }) => {
      await visitor.open(paths.home());
      await visitor.tab.run(
        'document.querySelector("[data-testid=carousel-logos]").scrollIntoView()',
      );
      await visitor.expect(css('.slick-initialized'), { count: 3 });
      await visitor.expect(css('[data-remote=marketing] > section'), { count: 11 });
      expect(await visitor.tab.evaluate(sidewaysScroll, null)).toBe(0);
      expect(await visitor.tab.evaluate(brokenPictures, null)).toEqual([]);

      for (const { testId: id, label } of carousels) {
        const carousel = testId(id);
        const first = inside(carousel, css('[data-active=true]'));
        await visitor.click(inside(carousel, button(`Pause ${label}`)));
        const { attributes } = await visitor.find(first);
        await expect(async () => {
          // Clicked again on each try, since a moving carousel ignores clicks.
          await visitor.click(inside(carousel, button(`Next of ${label}`)));
          const { attributes: now } = await visitor.find(first);
          expect(now['data-index'], label).not.toBe(attributes['data-index']);
        }).toPass();
      }
    });

    test('links lead to each part of Home from another page', async ({ visitor }) => {
      await visitor.open(paths.about());
      await visitor.expectHydrated();
      for (const [name, title] of parts) {
        await visitor.see(heading('About Page'));
        if (isPhone) await visitor.click(button('Open menu'));
        await visitor.click(inside(header, link(name)));
        await visitor.expect(heading(title), { isFocused: true, isInViewport: true });
        await visitor.expectAddress(paths.home());
        await visitor.back();
      }
    });

    test('About is a link away, and back and forward lead there and back', async ({ visitor }) => {
      await visitor.open(paths.home());
      await visitor.expectHydrated();
      if (isPhone) {
        await visitor.click(button('Open menu'));
        await visitor.expect(button('Close menu'), { count: 1, isVisible: true });
      }
      await visitor.click(inside(header, link('About Us')));
      await visitor.expect(heading('About Page'), { isFocused: true });
      await visitor.expectAddress(paths.about());
      if (isPhone) await visitor.see(button('Open menu'));

      await visitor.back();
      await visitor.expectAddress(paths.home());
      await visitor.expect(testId('counter-row'), { count: 1 });
      await visitor.back(-1);
      await visitor.expectAddress(paths.about());
      await visitor.see(heading('About Page'));
    });

    test('the film plays in its dialog, which closes by its button and by Escape', async ({
      visitor,
    }) => {
      await visitor.open(paths.home());
      const watch = button('Watch how it works');
      await visitor.click(watch);
      await expect.poll(() => visitor.tab.evaluate(lengthOfFilm, null)).toBeGreaterThan(20);
      await visitor.click(button('Close video'));
      await expectFilmClosed(visitor);
      await visitor.expect(watch, { isFocused: true });
      await visitor.tab.press('Enter');
      await visitor.see(button('Close video'));
      await visitor.tab.press('Escape');
      await expectFilmClosed(visitor);
    });
  });
}

async function expectFilmClosed(visitor: Visitor): Promise<void> {
  await visitor.seeNo(button('Close video'));
  expect((await visitor.find(css('video'))).attributes).not.toHaveProperty('src');
}

// The functions below run in the page.

function sidewaysScroll(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}

/** Addresses of pictures that were loaded and cannot be displayed. */
function brokenPictures(): string[] {
  const broken = [...document.images].filter((it) => it.complete && it.naturalWidth === 0);
  return broken.filter((it) => it.loading !== 'lazy').map(({ src }) => src);
}

/** Duration in seconds; 0 until the browser has read it from the film. */
function lengthOfFilm(): number {
  return document.querySelector('video')?.duration || 0;
}
