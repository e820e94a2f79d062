import { onLoadingChange, useIsLoading, useUploadProgress } from '@kargo/shared-runtime/loading';
import { css } from '@kargo/shared-runtime/styles';
import { useHydrated } from '@kargo/shared-ui/useHydrated';
import { type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { LoadingIllustration } from './LoadingIllustration.tsx';

/** How long the overlay waits before it shows, so that fast responses do not flicker. */
const delayMs = 100;

/**
 * Covers the page while the global loading flag is set (spec section 2). It catches clicks at once;
 * a moment later it becomes visible and holds the page behind it.
 */
export function LoadingOverlay() {
  const isLoading = useIsLoading();
  const uploaded = useUploadProgress();
  const announcer = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  useHeldPage(announcer);
  // Node has no portals.
  if (!isHydrated) return null;
  return createPortal(
    // Always mounted: screen readers only announce changes in elements that they already know.
    <div ref={announcer} aria-live="polite">
      {isLoading && <LoadingVeil uploaded={uploaded} />}
    </div>,
    document.body,
  );
}

function LoadingVeil({ uploaded }: { uploaded: number | null }) {
  return (
    <div className={veilStyle} data-testid="loading-overlay" role="status">
      {/* Not announced, since it changes too often. */}
      <LoadingIllustration
        note={uploaded === null ? undefined : `${Math.round(uploaded * 100)}% sent`}
      />
      <span className={css({ srOnly: true })}>Loading…</span>
    </div>
  );
}

/**
 * Makes the page inert while the flag is set. Not in an effect of a render: a screen whose call has
 * just ended may move the focus before the next render, and inert elements take no focus.
 */
function useHeldPage(announcer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let releasePage = () => {};
    const stopListening = onLoadingChange((isLoading) => {
      releasePage();
      releasePage = isLoading ? holdPage(announcer) : () => {};
    });
    return () => {
      stopListening();
      releasePage();
    };
  }, [announcer]);
}

/**
 * A moment later, makes everything inert except what contains the overlay, which removes the focus.
 * The returned function undoes this and restores the focus, unless it has moved elsewhere.
 */
function holdPage(announcer: RefObject<HTMLElement | null>): () => void {
  let focused: Element | null = null;
  let held: Element[] = [];
  const timer = setTimeout(() => {
    focused = document.activeElement;
    held = [...document.body.children].filter(
      (child) => child !== announcer.current && !child.hasAttribute('inert'),
    );
    for (const child of held) child.setAttribute('inert', '');
  }, delayMs);
  return () => {
    clearTimeout(timer);
    for (const child of held) child.removeAttribute('inert');
    if (document.activeElement === document.body && focused instanceof HTMLElement) {
      focused.focus({ preventScroll: true });
    }
  };
}

const veilStyle = css({
  position: 'fixed',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  bg: 'rgb(18 11 46 / 0.4)',
  zIndex: 'overlay',
  cursor: 'progress',
  animation: `appear {durations.fast} ${delayMs}ms backwards`,
  '@media print': { display: 'none' },
});
