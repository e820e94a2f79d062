import type { VitalsReport } from '@kargo/shared-types/releases/reports';
import { onCLS, onINP, onLCP } from 'web-vitals';

type Vitals = Pick<VitalsReport, 'lcp' | 'inp' | 'cls'>;

/** Calls back once, when the page is hidden for the first time: INP and CLS change until then. */
export function onceHidden(tell: (vitals: Vitals) => void): void {
  const vitals: Vitals = {};
  onLCP(({ value }) => Object.assign(vitals, { lcp: value }));
  onINP(({ value }) => Object.assign(vitals, { inp: value }));
  onCLS(({ value }) => Object.assign(vitals, { cls: value }));
  // The library listens on the window while it captures, so it has told its last values.
  document.addEventListener('visibilitychange', function onChange() {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', onChange);
    tell(vitals);
  });
}
