import { failureKinds, type Report } from '@kargo/shared-types/releases/reports';
import { LRUCache } from 'lru-cache';

const spanMs = 5000;
const mostSpans = (60 * 60_000) / spanMs;

/** Each takes about 50 kB when pages report of it all the time. The log names few that pages may run. */
const mostReleases = 500;

/** The views and failures of a release that were reported within five seconds. */
type Span = Record<'number' | 'views' | 'failures', number>;

/** Counts the views and failures that pages report, by release, for an hour. Kept in memory alone. */
export class ReportCounts {
  readonly #spans = new LRUCache<string, Span[]>({ max: mostReleases });

  add({ kind, app, version }: Report): void {
    const isView = kind === 'view';
    if (!isView && !failureKinds.some((failure) => failure === kind)) return;
    const spans = this.#spans.get(`${app} ${version}`) ?? [];
    this.#spans.set(`${app} ${version}`, spans);
    const number = spanAt(Date.now());
    if (spans.at(-1)?.number !== number) spans.push({ number, views: 0, failures: 0 });
    if (spans.length > mostSpans) spans.shift();
    const span = spans.at(-1);
    if (span) span[isView ? 'views' : 'failures'] += 1;
  }

  forget(app: string, version: string): void {
    this.#spans.delete(`${app} ${version}`);
  }

  /** Returns how many screens of a release were shown within the last minutes, and in how many pages it failed. */
  of(app: string, version: string, minutes: number) {
    const first = spanAt(Date.now() - minutes * 60_000);
    const sum = { views: 0, failures: 0 };
    for (const span of this.#spans.peek(`${app} ${version}`) ?? []) {
      if (span.number < first) continue;
      sum.views += span.views;
      sum.failures += span.failures;
    }
    return sum;
  }
}

const spanAt = (time: number) => Math.floor(time / spanMs);
