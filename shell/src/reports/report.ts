import { reportsPath } from '@kargo/shared-types/releases/release-addresses';
import type { PageState, Reporter } from './reporter.ts';

let page: PageState;
let reporter: Promise<Reporter> | undefined;

/** Sets what reports are made of, before the first. */
export function provideReports(state: PageState): void {
  page = state;
}

/**
 * Loads what makes and sends reports, with the first of them, and tells it what to report. Where it does not load, only
 * that is reported, as a failed script of the shell. Never throws.
 */
export function report(tell: (reporter: Reporter) => void): void {
  reporter ??= import('./reporter.ts').then((it) => new it.Reporter(page), sendMissing);
  reporter.then(tell).catch(() => undefined);
}

function sendMissing(error: unknown): never {
  const { version } = page.runningShell() ?? {};
  const missing = JSON.stringify({ kind: 'script-failed', app: 'shell', version });
  if (!page.isShellDeleted()) navigator.sendBeacon(reportsPath, missing);
  throw error;
}
