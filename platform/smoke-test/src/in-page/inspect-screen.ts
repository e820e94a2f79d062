import type { Release } from '@kargo/shared-types/releases/release';

/** Runs in the page: returns what is missing until the release's code, not only its HTML, shows something. */
export function whatIsMissing(expected: Release | undefined): string | undefined {
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

/** Runs in the page after it was scrolled through: returns what looks wrong, one sentence each. */
export function inspectScreen(app: string): string[] {
  const problems: string[] = [];
  const region = document.querySelector(`[data-remote="${app}"]`);
  const headings = [...(region?.querySelectorAll('h1, h2') ?? [])].filter(isLaidOut);
  const [main, ...others] = headings;
  if (!main || !canBeSeen(main)) problems.push('its heading cannot be seen');
  const hidden = others.filter((heading) => !canBeSeen(heading));
  if (hidden.length > others.length / 2)
    problems.push(`most of its parts cannot be seen, such as "${hidden[0]?.textContent}"`);
  for (const [name, selector] of [
    ['header', '[data-testid="site-header"]'],
    ['footer', 'footer:not([data-remote] *)'],
  ] as const) {
    const part = document.querySelector(selector);
    const link = part && [...part.querySelectorAll('a[href]')].find(isLaidOut);
    if (part && (!link || !canBeSeen(link))) problems.push(`the ${name} cannot be seen`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1)
    problems.push(`the page is ${scrollWidth} px wide, in a window of ${clientWidth} px`);
  const language = document.documentElement.lang;
  if (language !== 'en') problems.push(`the language of the page is "${language}"`);
  scrollTo({ top: 0, behavior: 'instant' });
  return problems;

  function isLaidOut(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  }

  /** Whether it is neither transparent nor outside of the window nor covered by something else. */
  function canBeSeen(element: Element): boolean {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (opacityOf(element) < 0.5) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2);
    return there !== null && (element.contains(there) || there.contains(element));
  }

  function opacityOf(element: Element | null): number {
    if (!element) return 1;
    return Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
  }
}
