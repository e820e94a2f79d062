import { markSlides } from './mark-slides.ts';

function row(count: number): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = Array.from(
    { length: count },
    (_, index) => `<div><div data-slide data-index="${index}"></div></div>`,
  ).join('');
  return root;
}

/** The DOM of react-slick after a turn: two of three are visible, one of them a duplicate. */
function slider(): HTMLElement {
  const slide = (classes: string, index: number) =>
    `<div class="slick-slide ${classes}" aria-hidden="${!classes.includes('active')}">
      <div data-slide data-index="${index}"></div>
    </div>`;
  const root = document.createElement('div');
  root.innerHTML = [
    slide('slick-cloned', 2),
    slide('', 0),
    slide('', 1),
    slide('slick-active', 2),
    slide('slick-cloned slick-active', 0),
  ].join('');
  return root;
}

const active = (root: HTMLElement) =>
  [...root.querySelectorAll('[data-active=true]')].map((slide) => slide.getAttribute('data-index'));

test('in the plain row the first slides are visible', () => {
  const root = row(6);
  markSlides(root, 5);
  expect(active(root)).toEqual(['0', '1', '2', '3', '4']);
});

test('a slide that is only partly visible does not count as visible', () => {
  const root = row(6);
  markSlides(root, 1.2);
  expect(active(root)).toEqual(['0']);
});

test('of five slides the third is marked as the middle one', () => {
  const root = row(6);
  markSlides(root, 5);
  expect(root.querySelector('[data-middle]')?.getAttribute('data-index')).toBe('2');
});

test('the duplicates of the middle slide are marked too, so that none grows when it takes over', () => {
  const root = slider();
  root.querySelector('.slick-slide')?.classList.add('slick-active');
  markSlides(root, 3);
  const marked = [...root.querySelectorAll<HTMLElement>('[data-middle]')];
  expect(marked.map((slide) => slide.dataset.index)).toEqual(['2', '2']);
});

test('when the slider wraps, the duplicate on screen is the visible one', () => {
  const root = slider();
  markSlides(root, 2);
  expect(active(root)).toEqual(['2', '0']);
});

test('duplicates are inert and hidden from assistive technology, originals are not inert', () => {
  const root = slider();
  markSlides(root, 2);
  const clones = [...root.querySelectorAll('.slick-cloned')];
  expect(clones.map((clone) => clone.getAttribute('aria-hidden'))).toEqual(['true', 'true']);
  expect(clones.every((clone) => clone.querySelector('[inert]'))).toBe(true);
  expect(root.querySelectorAll('.slick-slide:not(.slick-cloned) [inert]')).toHaveLength(0);
});
