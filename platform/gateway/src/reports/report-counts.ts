import { failureKinds, type ProblemKind, type Report } from '@kargo/shared-types/releases/reports';
import { LRUCache } from 'lru-cache';

/** What pages have told about one release. */
export interface Counts {
  /** Screens that were shown. */
  views: number;
  /** Pages in which it failed, so that a canary would end. */
  failures: number;
  problems: Partial<Record<ProblemKind, number>>;
}

/** Length of a bucket, and of everything that is kept, in milliseconds. */
const bucketMs = 5000;
const keptMs = 60 * 60 * 1000;

/** Maximum number of releases with counts; those that were told of the longest ago are forgotten. */
const mostReleases = 200;

/** Counts what pages report, by release, within the last hour. Kept in memory alone. */
export class ReportCounts {
  /** By app and version: counts by the number of their bucket, in the order of time. */
  readonly #releases = new LRUCache<string, Map<number, Counts>>({ max: mostReleases });
  readonly #listeners: ((report: Report) => void)[] = [];

  /** The number of releases with counts. */
  get size(): number {
    return this.#releases.size;
  }

  /** Counts a report of a release that the log names, and hands it to all listeners. */
  add(report: Report): void {
    if (report.kind !== 'vitals') {
      const counts = this.#bucketOf(report);
      if (report.kind === 'view') counts.views += 1;
      else {
        counts.problems[report.kind] = (counts.problems[report.kind] ?? 0) + 1;
        if (failureKinds.includes(report.kind)) counts.failures += 1;
      }
    }
    for (const listener of this.#listeners) listener(report);
  }

  /** Returns what was told of a release within the last minutes, up to 60. */
  of(app: string, version: string, minutes: number): Counts {
    const since = Date.now() - minutes * 60_000;
    const sum: Counts = { views: 0, failures: 0, problems: {} };
    for (const [bucket, { views, failures, problems }] of this.#releases.peek(
      keyOf(app, version),
    ) ?? []) {
      if ((bucket + 1) * bucketMs <= since) continue;
      sum.views += views;
      sum.failures += failures;
      for (const [kind, count] of Object.entries(problems) as [ProblemKind, number][])
        sum.problems[kind] = (sum.problems[kind] ?? 0) + count;
    }
    return sum;
  }

  /** Calls a listener with each report that is counted. */
  onReport(listener: (report: Report) => void): void {
    this.#listeners.push(listener);
  }

  #bucketOf({ app, version }: Report): Counts {
    const key = keyOf(app, version);
    const buckets = this.#releases.get(key) ?? new Map<number, Counts>();
    this.#releases.set(key, buckets);
    const now = Math.floor(Date.now() / bucketMs);
    const counts = buckets.get(now) ?? { views: 0, failures: 0, problems: {} };
    if (!buckets.has(now)) {
      buckets.set(now, counts);
      for (const bucket of buckets.keys())
        if (bucket < now - keptMs / bucketMs) buckets.delete(bucket);
    }
    return counts;
  }
}

const keyOf = (app: string, version: string) => `${app}/${version}`;
