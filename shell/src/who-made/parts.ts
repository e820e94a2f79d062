import { developmentVersion } from '@kargo/shared-types/releases/release-addresses';
import type { trackedReleases } from '../remote-loading/tracked-releases.ts';
import type { screenAt } from '../routes.ts';

export interface RunningShell {
  trackedReleases: typeof trackedReleases;
  screenAt: typeof screenAt;
}

/** From top to bottom. */
const places = Object.entries({
  Header: '[data-testid="site-header"]',
  Frame: ':has(> #content):not(:has(> header))',
  Strip: '#content > [role="status"]',
  Screen: '[data-release], #content:not(:has([data-release]))',
  Footer: '#content ~ footer',
});

export type Part = ReturnType<typeof findParts>[number];

/**
 * Returns the parts of the open page, each with its release (no version if none is shown) and its
 * box in the window. Each box begins with room for a label, which no other box takes; a part that
 * is out of sight has only that.
 *
 * @param end where the room for labels ends, in px
 */
export function findParts(shell: RunningShell, end: number) {
  const label = 3.75 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  let from = 0;
  return places.flatMap(([name, selector]) => {
    const elements = [...document.querySelectorAll<HTMLElement>(selector)];
    const shown = elements.filter((element) => element.getClientRects().length > 0);
    return shown.map((element) => {
      const area = element.getBoundingClientRect();
      const top = Math.max(from, Math.min(area.top, end - label));
      const isSeen = area.bottom > 0 && area.top < window.innerHeight;
      const height = Math.max(label, Math.min(window.innerHeight, area.bottom) - top);
      const size = isSeen ? { width: area.width, height } : { width: 0, height: 0 };
      from = top + label;
      const box = { ...size, translate: `${area.left}px ${top}px` };
      return { name, ...releaseOf(element, shell), box };
    });
  });
}

function releaseOf({ id, dataset }: HTMLElement, shell: RunningShell) {
  if (dataset.remote) return { app: dataset.remote, version: dataset.release };
  const screen = id === 'content' && shell.screenAt(window.location.pathname);
  if (screen) return { app: screen.split('/')[0] ?? '', version: undefined };
  const running = shell
    .trackedReleases()
    .find((it) => it.app === 'shell' && it.state.name !== 'known');
  // A shell on a development server is not in the release map.
  return { app: 'shell', version: running?.version ?? developmentVersion };
}
