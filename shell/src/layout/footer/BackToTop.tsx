import { css } from '@kargo/shared-runtime/styles';
import { ArrowUp } from 'lucide-react';
import { scrollToTop } from '../../navigation/scroll-to-top.ts';
import { useScrolled } from '../useScrolled.ts';

/** The button appears when the page is scrolled further than this, in px (spec section 9). */
const threshold = 750;

/** Floats over the page; scrolls to the top and moves the focus there. */
export function BackToTop() {
  const isShown = useScrolled((scrollY) => scrollY > threshold);
  const backToTop = async () => {
    await scrollToTop();
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <button
      className={buttonStyle}
      type="button"
      aria-label="Back to top"
      data-shown={isShown}
      onClick={backToTop}
    >
      <ArrowUp size={24} strokeWidth={1.75} aria-hidden />
    </button>
  );
}

const buttonStyle = css({
  position: 'fixed',
  right: { base: '4', md: '8' },
  // A preview's bar, if there is one, is below.
  mb: 'var(--preview-bar-height, 0px)',
  bottom: { base: '4', md: '8' },
  display: 'grid',
  placeItems: 'center',
  boxSize: '3rem',
  color: 'white',
  bg: 'violet.600',
  // Visible on the dark sections too, which are nearly as dark as the button.
  border: '2px solid white',
  borderRadius: 'full',
  boxShadow: 'm',
  cursor: 'pointer',
  zIndex: 'header',
  transition: 'opacity {durations.base}, visibility {durations.base}',
  _hover: { bg: 'violet.700' },
  '&[data-shown=false]': { opacity: 0, visibility: 'hidden' },
  '@media print': { display: 'none' },
});
