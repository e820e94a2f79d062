/**
 * Calls `found` with the first element that matches, now or as soon as it is drawn: the screen of a
 * route may still be on its way. Waits until the returned function is called.
 */
export function whenPresent(selector: string, found: (element: HTMLElement) => void): () => void {
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) return false;
    observer.disconnect();
    found(element);
    return true;
  };
  const observer = new MutationObserver(look);
  if (!look()) observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
