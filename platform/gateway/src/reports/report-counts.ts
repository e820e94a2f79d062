import { failureKinds, type Report } from '@kargo/shared-types/releases/reports';
import { LRUCache } from 'lru-cache';

const spanMs = 5000;

/** About 10 MB. Within five minutes even a forger cannot fill it. */
const mostCounts = 50_000;

/** Counts what pages report, by release, for an hour. Kept in memory alone. */
export class ReportCounts {
  /** By kind, app, version and span of five seconds. */
  readonly #counts = new LRUCache<string, number>({ max: mostCounts });

  add({ kind, app, version }: Report): void {
    const key = keyOf(kind, app, version, spanAt(Date.now()));
    this.#counts.set(key, 1 + (this.#counts.get(key) ?? 0));
  }

  /** Returns how many screens of a release were shown within the last minutes, and in how many pages it failed. */
  of(app: string, version: string, minutes: number) {
    const views = this.count(['view'], app, version, minutes);
    return { views, failures: this.count(failureKinds, app, version, minutes) };
  }

  /** Returns how many reports of these kinds came of a release within the last minutes. */
  count(kinds: readonly Report['kind'][], app: string, version: string, minutes: number): number {
    const now = Date.now();
    let sum = 0;
    for (let span = spanAt(now - minutes * 60_000); span <= spanAt(now); span += 1)
      for (const kind of kinds) sum += this.#counts.peek(keyOf(kind, app, version, span)) ?? 0;
    return sum;
  }
}

const spanAt = (time: number) => Math.floor(time / spanMs);

const keyOf = (kind: string, app: string, version: string, span: number) =>
  `${kind} ${app} ${version} ${span}`;
