import { whenVisitorScrolls } from './when-visitor-scrolls.ts';

const storageKey = 'kargo_scroll';

/** How long to wait for a page to grow to its old height. */
const timeoutMs = 5000;

/** Scroll positions in px by history entry, kept for the life of the tab. */
let positions: Map<string, number> | undefined;

/**
 * Remembers the scroll position of a history entry until the returned function is called. When the
 * visitor leaves the document, the browser restores what it can on its own.
 */
export function rememberScroll(entry: string): () => void {
  const remember = () => remembered().set(entry, window.scrollY);
  const leave = () => {
    window.history.scrollRestoration = 'auto';
    store(remembered());
  };
  // Also when the browser shows a page that it has kept.
  const arrive = () => {
    window.history.scrollRestoration = 'manual';
  };
  arrive();
  window.addEventListener('scroll', remember, { passive: true });
  window.addEventListener('pageshow', arrive);
  window.addEventListener('pagehide', leave);
  return () => {
    window.removeEventListener('pageshow', arrive);
    window.removeEventListener('scroll', remember);
    window.removeEventListener('pagehide', leave);
  };
}

/**
 * Scrolls back to where the visitor was. While the page is still growing it tries again, until the
 * page is long enough, the visitor scrolls, or it has taken too long.
 *
 * @returns a function that stops it; undefined if nothing is remembered for this entry
 */
export function restoreScroll(entry: string): (() => void) | undefined {
  const position = remembered().get(entry);
  if (position === undefined) return undefined;
  const goThere = () => {
    window.scrollTo(0, position);
    if (Math.abs(window.scrollY - position) < 1) giveUp();
  };
  const growth = new ResizeObserver(goThere);
  const stopListening = whenVisitorScrolls(giveUp);
  const timer = setTimeout(giveUp, timeoutMs);
  function giveUp() {
    growth.disconnect();
    stopListening();
    clearTimeout(timer);
  }
  growth.observe(document.body);
  goThere();
  return giveUp;
}

function remembered(): Map<string, number> {
  positions ??= readStored();
  return positions;
}

/** Empty if the browser stores nothing for this site, or the stored text cannot be read. */
function readStored(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch (error) {
    console.warn('The scroll positions cannot be restored:', error);
    return new Map();
  }
}

function store(known: Map<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...known]));
  } catch (error) {
    console.warn('The scroll positions will be forgotten with this page:', error);
  }
}
