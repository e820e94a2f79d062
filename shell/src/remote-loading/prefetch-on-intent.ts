import type { ScreenId } from 'shared-types/page/screens';
import { remoteOf, screenAt } from '../routes.ts';
import { isStillCurrent } from './release-candidates.ts';
import { chosenRelease, type Release } from './release-records.ts';
import { isScreenKnown, loadScreenEarly } from './screen-component.ts';

/** What tells that a visitor is about to follow a link. */
const signs = ['pointerover', 'focusin'] as const;

/**
 * Loads the screen that a link leads to as soon as a visitor points at the link, touches or focuses
 * it, so that the click shows it at once. Nothing for who asks to save data.
 *
 * @returns stops it
 */
export function prefetchOnIntent(): () => void {
  for (const sign of signs) document.addEventListener(sign, prefetch);
  return () => {
    for (const sign of signs) document.removeEventListener(sign, prefetch);
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
  // What fails is tried again, and told, when the link is followed.
  void loadIfCurrent(screen, release).catch(() => undefined);
}

/** Another release is taken up by a navigation only, see `prepareNavigations`. */
async function loadIfCurrent(screen: ScreenId, release: Release): Promise<void> {
  const isCurrent = await isStillCurrent(release);
  if (isCurrent && !isScreenKnown(screen, release)) await loadScreenEarly(screen, release);
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
