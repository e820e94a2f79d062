import type { StoredRelease } from '@kargo/shared-types/releases/release';

/** Runs in the page: returns what is missing until the release's code, not just its HTML, shows. */
export function whatIsMissing(expected: StoredRelease | undefined): string | undefined {
  const region = document.querySelector<HTMLElement>(`[data-remote="${expected?.app}"]`);
  if (!region?.textContent.trim()) return 'nothing of it is there';
  const { release } = region.dataset;
  if (release !== expected?.version) return `${release} of ${expected?.app} is there`;
  if (document.querySelector('[data-testid="loading-overlay"]')) return 'it is still loading';
  const heading = region.querySelector('h1');
  if (!heading?.textContent.trim()) return 'it has no <h1> with a text';
  const isHydrated = Object.keys(heading).some((key) => key.startsWith('__react'));
  return isHydrated ? undefined : 'its HTML is there, but not its code';
}

/** Runs in a page that was scrolled, perhaps used: returns what looks wrong, a sentence each. */
export async function inspectScreen({ app, isUsed }: { app: string; isUsed: boolean }) {
  const problems: string[] = [];
  const heading = document.querySelector(`[data-remote="${app}"] h1`);
  const isOpen = document.querySelector('dialog:modal, [aria-modal=true]') !== null;
  const isFree = heading !== null && (isUsed ? canBeSeen(heading) : await isSeen(heading));
  if (!isFree && !isUsed) problems.push('its heading cannot be seen');
  if (isFree && !isOpen && heading.closest('[inert]')) problems.push('it is inert');
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1)
    problems.push(`the page is ${scrollWidth} px wide, in a window of ${clientWidth} px`);
  if (isFree && !isOpen && !canBeScrolled(heading)) problems.push('the page cannot be scrolled');
  // Sentences may speak of what is undefined or null.
  const wrong = /.*(\bNaN\b|\[object Object\]|Invalid Date|(?<![a-z] )\b(undefined|null)\b).*/;
  // biome-ignore lint/performance/useDomNodeTextContent: it says where a text ends
  const text = heading?.closest<HTMLElement>('[data-remote]')?.innerText.match(wrong)?.[0];
  if (text) problems.push(`it shows "${text.slice(0, 100)}"`);
  scrollTo({ top: 0, behavior: 'instant' });
  return problems;

  /** By wheel, unless the page fits the window. */
  function canBeScrolled(within: Element): boolean {
    const { documentElement: root, body } = document;
    if (root.scrollHeight <= root.clientHeight + 1) return true;
    const window = getComputedStyle(root).overflowY === 'visible' ? body : root;
    const wheel = new WheelEvent('wheel', { deltaY: 1, bubbles: true, cancelable: true });
    return !/hidden|clip/.test(getComputedStyle(window).overflowY) && within.dispatchEvent(wheel);
  }

  /** It may fade in only when it comes into view. */
  async function isSeen(element: Element): Promise<boolean> {
    for (let waited = 0; waited < 2000; waited += 50) {
      if (canBeSeen(element)) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
  }

  /** Whether it is neither transparent, nor outside the window, nor covered. */
  function canBeSeen(element: Element): boolean {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2);
    return there !== null && (element.contains(there) || there.contains(element));
  }
}

/** Runs in the page: waits for animations that end soon. */
export async function animationsEnded(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 3000)
    .map(({ finished }) => finished);
  await Promise.allSettled(ending);
}
