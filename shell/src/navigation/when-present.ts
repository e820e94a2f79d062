/**
 * Calls `found` with the first matching element that is visible and can take the focus, now or as
 * soon as there is one: a route's screen may still be loading, and React keeps the previous one
 * hidden. Waits while anything matches `unless`. The returned function stops it.
 */
export function whenPresent(
  selector: string,
  found: (element: HTMLElement) => void,
  { unless }: { unless?: string } = {},
): () => void {
  const look = () => {
    if (unless && document.querySelector(unless)) return false;
    const elements = [...document.querySelectorAll<HTMLElement>(selector)];
    // Not checkVisibility(), which Safari lacks before 17.4.
    const element = elements.find(
      (candidate) => candidate.getClientRects().length > 0 && !candidate.closest('[inert]'),
    );
    if (!element) return false;
    observer.disconnect();
    found(element);
    return true;
  };
  const observer = new MutationObserver(look);
  if (!look()) {
    const attributeFilter = ['style', 'inert'];
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
  }
  return () => observer.disconnect();
}
