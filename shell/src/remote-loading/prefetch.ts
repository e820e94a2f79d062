import { getSession } from '@kargo/shared-runtime/session';
import { paths } from '@kargo/shared-types/page/paths';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import { remoteOf, screenAt } from '../routes.ts';
import { fetchEntryEarly } from './load-script.ts';
import { isStillCurrent } from './release-map.ts';
import { isScreenKnown, loadScreenEarly } from './screen-component.ts';
import { chosenRelease, fallbacksFor } from './tracked-releases.ts';

/** Events which suggest that a link will be followed. */
const intentEvents = ['pointerover', 'focusin'] as const;

/** Speed from which a line counts as fast, in Mbit/s. */
const fastLine = 5;

/**
 * Loads screens before they are opened, so that a click shows them at once: the screen behind a
 * link as soon as a visitor points at the link, touches or focuses it; and, when the page is idle
 * and the line is fast, the profile for signed-in drivers and the login for everybody else. Does
 * nothing in browsers that are set to save data.
 *
 * @returns a function that stops it
 */
export function startPrefetching(): () => void {
  for (const event of intentEvents) document.addEventListener(event, prefetchLink);
  const whenIdle = () => {
    if ((line()?.downlink ?? 0) >= fastLine) window.requestIdleCallback?.(prefetchNext);
  };
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle);
  return () => {
    for (const event of intentEvents) document.removeEventListener(event, prefetchLink);
    window.removeEventListener('load', whenIdle);
  };
}

function prefetchLink({ target, relatedTarget }: Event & Pick<MouseEvent, 'relatedTarget'>): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
  if (!link || link.origin !== location.origin) return;
  // The pointer has only moved inside the link.
  if (relatedTarget instanceof Element && link.contains(relatedTarget)) return;
  void prefetch(screenAt(link.pathname));
}

function prefetchNext(): void {
  const screen = screenAt(getSession().token === null ? paths.login() : paths.profile());
  const release = screen && chosenRelease(remoteOf(screen));
  if (release && !isScreenKnown(screen, release)) void prefetch(screen);
}

/** Loads nothing if another release is current: only `usePrepareNavigation` switches. */
async function prefetch(screen: ScreenId | undefined): Promise<void> {
  const release = screen && chosenRelease(remoteOf(screen));
  if (!release || line()?.saveData) return;
  fetchEntryEarly(release, fallbacksFor(release));
  try {
    if (!(await isStillCurrent(release))) return;
    if (!isScreenKnown(screen, release)) await loadScreenEarly(screen, release);
  } catch {
    // Following the link tries again, and reports a failure.
  }
}

interface Line {
  saveData?: boolean;
  /** Mbit/s. */
  downlink?: number;
}

/** What the browser reports about the line; nothing in Firefox and Safari. */
const line = () => (navigator as { connection?: Line }).connection;
