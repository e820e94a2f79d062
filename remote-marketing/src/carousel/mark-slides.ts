/**
 * Marks which slides are visible, and hides react-slick's duplicates from assistive technology.
 * react-slick tells originals from duplicates by class names only.
 */
export function markSlides(root: Element, shown: number): void {
  const slides = [...root.querySelectorAll<HTMLElement>('[data-slide]')];
  const isSlider = slides.some((slide) => slide.closest('.slick-slide'));
  const seen = slides.filter((slide, index) =>
    isSlider ? slide.closest('.slick-active') : index < Math.floor(shown),
  );
  const middleIndex = seen[Math.floor(shown / 2)]?.dataset.index;
  for (const slide of slides) {
    const duplicate = slide.closest('.slick-cloned');
    duplicate?.setAttribute('aria-hidden', 'true');
    slide.toggleAttribute('inert', duplicate !== null);
    if (seen.includes(slide)) slide.dataset.active = 'true';
    else delete slide.dataset.active;
    // Duplicates too: when the slider wraps, one replaces the other, which must not show.
    slide.toggleAttribute('data-middle', slide.dataset.index === middleIndex);
  }
}
