import type { PageState, Reporter } from './reporter.ts';

let page: PageState | undefined;
let reporter: Promise<Reporter> | undefined;

/** Sets what reports are made of. Until then nothing is reported. */
export function provideReports(state: PageState): void {
  page = state;
}

/**
 * Loads what makes and sends reports, with the first of them, and tells it what to report. A page in which it does not
 * load reports nothing. Never throws.
 */
export function report(tell: (reporter: Reporter) => void): void {
  const state = page;
  if (!state) return;
  reporter ??= import('./reporter.ts').then((it) => new it.Reporter(state));
  reporter.then(tell).catch(() => undefined);
}
