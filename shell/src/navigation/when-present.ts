/**
 * Calls `found` with the first element that matches and can be seen, now or as soon as there is one:
 * the screen of a route may still be on its way, and React keeps the one before it hidden. Waits
 * until the returned function is called.
 */
export function whenPresent(selector: string, found: (element: HTMLElement) => void): () => void {
  const look = () => {
    const elements = [...document.querySelectorAll<HTMLElement>(selector)];
    const element = elements.find((candidate) => candidate.checkVisibility());
    if (!element) return false;
    observer.disconnect();
    found(element);
    return true;
  };
  const observer = new MutationObserver(look);
  if (!look()) {
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  }
  return () => observer.disconnect();
}
