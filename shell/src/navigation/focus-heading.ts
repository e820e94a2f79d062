import { whenPresent } from './when-present.ts';

/**
 * Moves the focus to the page's heading, unless the visitor or the screen puts it elsewhere.
 *
 * @param selector finds another heading than the page's own
 */
export function focusHeading(selector = 'main h1'): () => void {
  const before = document.activeElement;
  return whenPresent(selector, (heading) => {
    const now = document.activeElement;
    if (now !== before && now !== document.body) return;
    if (now?.closest('main')?.contains(heading) && now.id !== 'content') return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}
