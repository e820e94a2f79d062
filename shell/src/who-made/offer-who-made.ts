import { trackedReleases } from '../remote-loading/tracked-releases.ts';
import { screenAt } from '../routes.ts';

/** Handed over, since imports in the overlay would split the page's first script, and make it larger. */
const shell = { trackedReleases, screenAt };

/** Shows whose the parts of the page are, on Alt+Shift+W or by `?kargo-who`. Nobody else loads the code for it. */
export function offerWhoMade(): void {
  const show = async (event?: KeyboardEvent) =>
    (await import('./WhoMadeThis.tsx')).toggleWhoMade(shell, event);
  addEventListener('keydown', (event) => {
    // On a Mac, Alt changes the key, and not its code.
    if (event.altKey && event.shiftKey && event.code === 'KeyW') void show(event);
  });
  if (location.search.includes('kargo-who')) void show();
}
