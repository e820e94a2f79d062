import { readStoredToken } from '@kargo/shared-runtime/session-storage';
import { fromTopMark, signedInMark } from '@kargo/shared-types/page/page-marks';

interface ClickReplay {
  buttons: Set<HTMLButtonElement>;
  /** Whether a button has to wait for its code. */
  mustWait(button: HTMLButtonElement): boolean;
}

declare global {
  /** Buttons that were clicked before their code loaded; undefined unless prerendered. */
  var kargoClickReplay: ClickReplay | undefined;
}

// Pages are prerendered for visitors. For drivers, styles change the header before the first paint.
if (readStoredToken()) document.documentElement.setAttribute(signedInMark, '');

const clicks: ClickReplay = { buttons: new Set(), mustWait: () => true };
window.kargoClickReplay = clicks;
addEventListener(
  'click',
  (event) => {
    // Not the bar of a preview, which works even if the shell does not start.
    const button = (event.target as Element).closest<HTMLButtonElement>('#root button');
    if (!button || !clicks.mustWait(button)) return;
    event.stopImmediatePropagation();
    // After a reload Firefox leaves a form's button as it was, which may be enabled.
    event.preventDefault();
    clicks.buttons.add(button);
  },
  true,
);
// A form whose button is disabled until then. Without scripts it stays so.
addEventListener('keydown', ({ key }) => {
  const submit = document.querySelector<HTMLButtonElement>('form:has(input:focus) [type=submit]');
  if (key === 'Enter' && submit && clicks.mustWait(submit)) clicks.buttons.add(submit);
});

// When a page opens at its top, content far down can wait.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (navigation?.type === 'navigate' && !location.hash)
  document.documentElement.setAttribute(fromTopMark, '');
