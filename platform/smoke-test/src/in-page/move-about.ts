/** Runs in the page: follows a link to an address if there is one, else acts like the router. */
export function followLink(address: string): void {
  const isTo = (it: Element) => it.getAttribute('href') === address && it.checkVisibility();
  let isFollowed = false;
  const check = (event: Event) => {
    isFollowed = event.defaultPrevented;
    // Otherwise, a link that the router does not know would load the page.
    event.preventDefault();
  };
  addEventListener('click', check);
  [...document.links].find(isTo)?.click();
  removeEventListener('click', check);
  if (isFollowed) return;
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

/** Runs in the page: scrolls to the end, pausing at each part, then back to the top. */
export async function scrollThrough(): Promise<void> {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve, 50));
      // A browser without a screen sometimes stops painting a tab.
      setTimeout(resolve, 500);
    });
  }
  scrollTo({ top: 0, behavior: 'instant' });
}
