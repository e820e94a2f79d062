import { useLocationAtOnce, useNavigationType } from '@kargo/shared-runtime/router';
import { fromTopMark } from '@kargo/shared-types/page/page-marks';
import type { AnchorState } from '@kargo/shared-types/page/paths';
import { prefersReducedMotion } from '@kargo/shared-ui/prefers-reduced-motion';
import { useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';
import { rememberScroll, restoreScroll } from './scroll-memory.ts';
import { scrollToTop } from './scroll-to-top.ts';
import { whenPresent } from './when-present.ts';

type Location = ReturnType<typeof useLocationAtOnce>;
type NavigationType = ReturnType<typeof useNavigationType>;

/**
 * Does what a browser does when it loads a page: goes to the top, to the anchor or back to where
 * the visitor was, and focuses the new page's heading, so that a screen reader says which page it
 * is. Use it once, inside the router.
 */
export function useNavigationEffects(): void {
  const location = useLocationAtOnce();
  const type = useNavigationType();
  const previous = useRef<Location>(null);

  useEffect(() => {
    const entry = `${location.key} ${location.pathname}`;
    const forget = rememberScroll(entry);
    const stop = previous.current
      ? navigated({ from: previous.current, to: location, type, entry })
      : load(location, entry);
    previous.current = location;
    return () => {
      forget();
      stop?.();
    };
  }, [location, type]);
}

type Stop = () => void;

/** The first page. The focus stays where the browser put it. */
function load(location: Location, entry: string): Stop | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isReturn = navigation?.type === 'reload' || navigation?.type === 'back_forward';
  const restoring = isReturn ? restoreScroll(entry) : undefined;
  if (restoring) return restoring;
  const anchor = anchorOf(location);
  return anchor === null ? undefined : goToAnchor(anchor, { smoothly: false });
}

interface Navigation {
  from: Location;
  to: Location;
  type: NavigationType;
  entry: string;
}

/** A page that was reached from within the site. */
function navigated({ from, to, type, entry }: Navigation): Stop | undefined {
  // Lays out sections far down before the page scrolls to them.
  document.documentElement.removeAttribute(fromTopMark);
  const isSamePage = from.pathname === to.pathname;
  const restoring = type === 'POP' ? restoreScroll(entry) : undefined;
  if (restoring) {
    const focusing = isSamePage ? undefined : focusHeading();
    return () => {
      restoring();
      focusing?.();
    };
  }
  const anchor = anchorOf(to);
  if (anchor !== null) return goToAnchor(anchor, { smoothly: isSamePage });
  if (isSamePage) {
    // A screen that removes a parameter from its address should not scroll.
    if (type !== 'REPLACE' || from.search === to.search) void scrollToTop();
    // The link was in a menu, which has closed.
    const isLost = document.activeElement?.matches('[inert] *, [hidden] *');
    return isLost ? focusHeading() : undefined;
  }
  window.scrollTo(0, 0);
  return focusHeading();
}

/**
 * Scrolls to the element with that id and moves the focus to its heading, once it is rendered,
 * unless the visitor has moved the focus by then.
 */
function goToAnchor(id: string, { smoothly }: { smoothly: boolean }): Stop {
  const before = document.activeElement;
  const goThere = (part: HTMLElement) => {
    if (![before, document.body].includes(document.activeElement)) return;
    const heading = part.querySelector<HTMLElement>('h1, h2, h3') ?? part;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    part.scrollIntoView({ behavior: smoothly && !prefersReducedMotion() ? 'smooth' : 'instant' });
  };
  // While a screen is loading, everything below it is out of place.
  return whenPresent(`#${CSS.escape(id)}`, goThere, { unless: '[data-pending-screen]' });
}

/** Returns the anchor that a location leads to, by its state (see `AnchorState`) or its hash. */
function anchorOf({ state, hash }: Location): string | null {
  const anchor = (state as Partial<AnchorState> | null)?.anchor ?? decoded(hash.slice(1));
  return anchor === '' ? null : anchor;
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    // A hash may be malformed, such as `100%`.
    return hash;
  }
}
