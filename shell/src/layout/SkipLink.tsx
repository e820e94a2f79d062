import { css } from '@kargo/shared-runtime/styles';
import type { MouseEvent } from 'react';

/** The first link in tab order: skips header and menu. */
export function SkipLink() {
  // Works without a script too; with one the address stays the same.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById('content')?.focus();
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a link within the page, and works as one without a script
    <a
      className={css({
        position: 'fixed',
        top: '3',
        left: '3',
        px: '6',
        py: '3',
        bg: 'violet.600',
        color: 'white',
        fontWeight: 600,
        borderRadius: 'button',
        zIndex: 'skipLink',
        translate: '0 -200%',
        _focusVisible: { translate: '0 0' },
        '@media print': { display: 'none' },
      })}
      href="#content"
      onClick={skip}
    >
      Skip to content
    </a>
  );
}
