import type { UploadRefused } from '@kargo/shared-types/page/upload-refused';
import { reportsPath } from '@kargo/shared-types/releases/release-addresses';
import type { PageState, Reporter } from './reporter.ts';

let page: PageState;
let reporter: Promise<Reporter> | undefined;

/** Provides what reports are made of. Call it before the first one. */
export function provideReports(state: PageState): void {
  page = state;
}

/**
 * Hands a report to the reporter, which loads with the first one. If it does not load, only that is
 * reported, as a failed script of the shell. Never throws.
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

const uploadRefused: UploadRefused = 'kargo-upload-refused';

/** One visit in ten, and every visit on a developer's machine. Automated visits do not count. */
const isOneInTen = () =>
  !navigator.webdriver && (location.hostname === 'localhost' || Math.random() < 0.1);

/** Reports what fails outside of screens from now on, and how fast the page was. */
export function startReporting(): void {
  for (const type of ['error', 'securitypolicyviolation', uploadRefused])
    addEventListener(type, (event) => report((it) => it.happened(event)));
  const { pathname } = location;
  if (isOneInTen())
    (window.requestIdleCallback ?? setTimeout)(() => report((it) => it.measure(pathname)));
}
