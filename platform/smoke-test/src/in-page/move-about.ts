/** Runs in the page: follows a link to an address if there is one, else navigates like the router. */
export function followLink(address: string): void {
  const isTo = (it: Element) => it.getAttribute('href') === address && it.checkVisibility();
  let isFollowed = false;
  const check = (event: Event) => {
    isFollowed = event.defaultPrevented;
    // A link unknown to the router would load the page.
    event.preventDefault();
  };
  addEventListener('click', check);
  [...document.links].find(isTo)?.click();
  removeEventListener('click', check);
  if (isFollowed) return;
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

/** Runs in the page: scrolls to its end, pausing at each part, and back to the top. */
export async function scrollThrough(): Promise<void> {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve, 50));
      // A browser without a screen sometimes stops painting one of its tabs.
      setTimeout(resolve, 500);
    });
  }
  scrollTo({ top: 0, behavior: 'instant' });
}
