import { trackedReleases } from '../remote-loading/tracked-releases.ts';
import { screenAt } from '../routes.ts';

/** Passed in: importing them in the overlay would split the page's first script, and enlarge it. */
const shell = { trackedReleases, screenAt };

/** Shows who made each part of the page, on Alt+Shift+W or with `?kargo-who`. Loads only then. */
export function offerWhoMade(): void {
  const show = async (event?: KeyboardEvent) =>
    (await import('./WhoMadeThis.tsx')).toggleWhoMade(shell, event);
  addEventListener('keydown', (event) => {
    // On a Mac, Alt changes `key` but not `code`.
    if (event.altKey && event.shiftKey && event.code === 'KeyW') void show(event);
  });
  if (location.search.includes('kargo-who')) void show();
}
