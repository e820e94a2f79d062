import type { ScreenId } from 'shared-types/page/screens';
import { remoteOf, screenAt } from '../routes.ts';
import { isStillCurrent } from './release-candidates.ts';
import { chosenRelease, type Release } from './release-records.ts';
import { isScreenKnown, loadScreenEarly } from './screen-component.ts';

/** Events that announce that a link will be followed. */
const intentEvents = ['pointerover', 'focusin'] as const;

/**
 * Loads the screen behind a link as soon as a visitor points at the link, touches it or focuses it, so
 * that the click shows it at once. Does nothing in browsers that are set to save data.
 *
 * @returns a function that stops it
 */
export function prefetchOnIntent(): () => void {
  for (const event of intentEvents) document.addEventListener(event, prefetch);
  return () => {
    for (const event of intentEvents) document.removeEventListener(event, prefetch);
  };
}

function prefetch({ target, relatedTarget }: Event & Pick<MouseEvent, 'relatedTarget'>): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
  if (!link || link.origin !== location.origin || savesData()) return;
  // The pointer only moves inside the link.
  if (relatedTarget instanceof Element && link.contains(relatedTarget)) return;
  const screen = screenAt(link.pathname);
  const release = screen && chosenRelease(remoteOf(screen));
  if (!release) return;
  // A failure is retried, and reported, when the link is followed.
  void loadIfCurrent(screen, release).catch(() => undefined);
}

/** Loads nothing if another release is current: only a navigation switches, see `usePrepareNavigation`. */
async function loadIfCurrent(screen: ScreenId, release: Release): Promise<void> {
  const isCurrent = await isStillCurrent(release);
  if (isCurrent && !isScreenKnown(screen, release)) await loadScreenEarly(screen, release);
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
