/**
 * Calls `found` with the first element that matches, can be seen and can take the focus, now or as soon as there is
 * one: the screen of a route may still be on its way, and React keeps the one before it hidden. Waits until the
 * returned function is called, and as long as anything matches `unless`.
 */
export function whenPresent(
  selector: string,
  found: (element: HTMLElement) => void,
  { unless }: { unless?: string } = {},
): () => void {
  const look = () => {
    if (unless && document.querySelector(unless)) return false;
    const elements = [...document.querySelectorAll<HTMLElement>(selector)];
    // Not checkVisibility(), which Safari has from 17.4 on.
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
