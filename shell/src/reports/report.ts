import {
  candidatesOf,
  chosenRelease,
  isShellDeleted,
  runningShell,
} from '../remote-loading/release-records.ts';
import { routeAt } from '../routes.ts';
import type { Reporter } from './reporter.ts';

const page = { candidatesOf, chosenRelease, isShellDeleted, routeAt, runningShell };

let reporter: Promise<Reporter> | undefined;

/**
 * Loads what makes and sends reports, with the first of them, and tells it what to report. A page in which it does not
 * load reports nothing. Never throws.
 */
export function report(tell: (reporter: Reporter) => void): void {
  reporter ??= import('./reporter.ts').then((it) => new it.Reporter(page));
  reporter.then(tell).catch(() => undefined);
}
