import { getSession } from '@kargo/shared-runtime/session';
import { paths } from '@kargo/shared-types/page/paths';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import { remoteOf, screenAt } from '../routes.ts';
import { fetchEntryEarly } from './load-script.ts';
import { isStillCurrent } from './release-map.ts';
import { isScreenKnown, loadScreenEarly } from './screen-component.ts';
import { chosenRelease, fallbacksFor } from './tracked-releases.ts';

/** Events that announce that a link will be followed. */
const intentEvents = ['pointerover', 'focusin'] as const;

/** Speed from which a line counts as fast, in Mbit/s. */
const fastLine = 5;

/**
 * Loads screens before they are opened, so that the click shows them at once: the one behind a link as
 * soon as a visitor points at the link, touches it or focuses it; and, when the page has nothing to do and
 * the line is fast, the profile of a driver who is signed in, and the login of all others. Does nothing in browsers
 * that are set to save data.
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
  // The pointer only moves inside the link.
  if (relatedTarget instanceof Element && link.contains(relatedTarget)) return;
  void prefetch(screenAt(link.pathname));
}

function prefetchNext(): void {
  const screen = screenAt(getSession().token === null ? paths.login() : paths.profile());
  const release = screen && chosenRelease(remoteOf(screen));
  if (release && !isScreenKnown(screen, release)) void prefetch(screen);
}

/** Runs nothing if another release is current: only a navigation switches, see `usePrepareNavigation`. */
async function prefetch(screen: ScreenId | undefined): Promise<void> {
  const release = screen && chosenRelease(remoteOf(screen));
  if (!release || line()?.saveData) return;
  fetchEntryEarly(release, fallbacksFor(release));
  try {
    if (!(await isStillCurrent(release))) return;
    if (!isScreenKnown(screen, release)) await loadScreenEarly(screen, release);
  } catch {
    // It is retried, and its failure reported, when the link is followed.
  }
}

interface Line {
  saveData?: boolean;
  /** Mbit/s. */
  downlink?: number;
}

/** What the browser tells about the line; nothing in Firefox and Safari. */
const line = () => (navigator as { connection?: Line }).connection;
