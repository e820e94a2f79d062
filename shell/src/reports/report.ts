import type { PageState, Reporter } from './reporter.ts';

let page: PageState;
let reporter: Promise<Reporter> | undefined;

/** Sets what reports are made of, before the first. */
export function provideReports(state: PageState): void {
  page = state;
}

/**
 * Loads what makes and sends reports, with the first of them, and tells it what to report. A page in which it does not
 * load reports nothing. Never throws.
 */
export function report(tell: (reporter: Reporter) => void): void {
  reporter ??= import('./reporter.ts').then((it) => new it.Reporter(page));
  reporter.then(tell).catch(() => undefined);
}
