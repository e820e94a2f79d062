import { failureKinds, type ProblemKind, type Report } from '@kargo/shared-types/releases/reports';
import { LRUCache } from 'lru-cache';

/** What pages have told about one release. */
export interface Counts {
  /** Screens that were shown. */
  views: number;
  /** Pages in which it failed in a way that ends a canary. */
  failures: number;
  problems: Partial<Record<ProblemKind, number>>;
}

/** Counts of a few seconds. */
type Bucket = Partial<Record<ProblemKind | 'view', number>>;

const bucketMs = 5000;
const bucketsInHour = (60 * 60 * 1000) / bucketMs;

/** Maximum number of releases with counts; those that were told of the longest ago are forgotten. */
const mostReleases = 200;

/** Counts what pages report, by release, within the last hour. Kept in memory alone. */
export class ReportCounts {
  /** By app and version: buckets by their number. */
  readonly #releases = new LRUCache<string, Map<number, Bucket>>({ max: mostReleases });
  readonly #listeners: ((report: Report) => void)[] = [];

  /** Counts a report of a release that the log names, and hands it to all listeners. */
  add(report: Report): void {
    if (report.kind !== 'vitals') increase(this.#bucketOf(report), report.kind, 1);
    for (const listener of this.#listeners) listener(report);
  }

  /** Returns what was told of a release within the last minutes, up to 60. */
  of(app: string, version: string, minutes: number): Counts {
    const first = Math.floor((Date.now() - minutes * 60_000) / bucketMs);
    const sum: Bucket = {};
    for (const [number, bucket] of this.#releases.peek(keyOf(app, version)) ?? [])
      if (number >= first)
        for (const [kind, count] of Object.entries(bucket))
          increase(sum, kind as keyof Bucket, count);
    const { view: views = 0, ...problems } = sum;
    const failures = failureKinds.reduce((total, kind) => total + (problems[kind] ?? 0), 0);
    return { views, failures, problems };
  }

  /** Calls a listener with each report that is counted. */
  onReport(listener: (report: Report) => void): void {
    this.#listeners.push(listener);
  }

  #bucketOf({ app, version }: Report): Bucket {
    const key = keyOf(app, version);
    const buckets = this.#releases.get(key) ?? new Map<number, Bucket>();
    this.#releases.set(key, buckets);
    const now = Math.floor(Date.now() / bucketMs);
    const bucket = buckets.get(now) ?? {};
    buckets.set(now, bucket);
    for (const number of buckets.keys()) {
      if (number >= now - bucketsInHour) break;
      buckets.delete(number);
    }
    return bucket;
  }
}

const keyOf = (app: string, version: string) => `${app}/${version}`;

function increase(bucket: Bucket, kind: keyof Bucket, by: number): void {
  bucket[kind] = (bucket[kind] ?? 0) + by;
}
