import { createHmac, randomBytes } from 'node:crypto';
import { failureKinds, type Report } from '@kargo/shared-types/releases/reports';
import { LRUCache } from 'lru-cache';

const spanMs = 5000;
const mostSpans = (60 * 60_000) / spanMs;

/** Each takes about 50 kB if pages report all the time. The log names few that pages may run. */
const mostReleases = 500;

/** Only the number of addresses shows a failing release: anybody can report many failures. */
const addressesMs = 10 * 60_000;
const mostAddresses = 100;

/** An address or IPv6 network can contribute at most two of the five failures that end a canary. */
const mostOfOne = 2;
const countedMinutes = 5;

/** Views and failures within five seconds. `bounded` counts at most `mostOfOne` per address. */
type Span = Record<'number' | 'views' | 'failures' | 'bounded', number>;

/** When an address last reported a failure, and when it reported each of its bounded failures. */
interface Seen {
  last: number;
  bounded: number[];
}

/** Counts the views and failures that pages report, by release, for an hour. Only in memory. */
export class ReportCounts {
  readonly #spans = new LRUCache<string, Span[]>({ max: mostReleases });
  /** By release and address. Addresses are hashed with a key that is never stored. */
  readonly #addresses = new LRUCache<string, Map<string, Seen>>({ max: mostReleases });
  readonly #key = randomBytes(32);

  add({ kind, app, version }: Report, address = ''): void {
    const isView = kind === 'view';
    if (!isView && !failureKinds.some((failure) => failure === kind)) return;
    const spans = this.#spans.get(`${app} ${version}`) ?? [];
    this.#spans.set(`${app} ${version}`, spans);
    const number = spanAt(Date.now());
    if (spans.at(-1)?.number !== number) spans.push({ number, views: 0, failures: 0, bounded: 0 });
    if (spans.length > mostSpans) spans.shift();
    const span = spans.at(-1);
    if (span) span[isView ? 'views' : 'failures'] += 1;
    if (span && !isView && this.#addAddress(`${app} ${version}`, address)) span.bounded += 1;
  }

  /** Returns whether the failure is bounded: its address has fewer than two within five minutes. */
  #addAddress(release: string, address: string): boolean {
    const seen = this.#addresses.get(release) ?? new Map<string, Seen>();
    this.#addresses.set(release, seen);
    const hash = createHmac('sha256', this.#key).update(address).digest('base64url').slice(0, 11);
    const last = Date.now();
    // Whole spans are counted.
    const first = spanAt(last - countedMinutes * 60_000);
    const bounded = seen.get(hash)?.bounded.filter((time) => spanAt(time) >= first) ?? [];
    const isBounded = bounded.length < mostOfOne;
    if (isBounded) bounded.push(last);
    // So that the longest silent address comes first.
    seen.delete(hash);
    seen.set(hash, { last, bounded });
    const [oldest = ''] = seen.keys();
    if (seen.size > mostAddresses) seen.delete(oldest);
    return isBounded;
  }

  /** Returns how many addresses reported failures of each release in ten minutes, at most 100. */
  addresses(): { app: string; version: string; addresses: number }[] {
    const first = Date.now() - addressesMs;
    return [...this.#addresses.entries()].flatMap(([release, seen]) => {
      const [app = '', version = ''] = release.split(' ');
      const addresses = [...seen.values()].filter(({ last }) => last >= first).length;
      return addresses > 0 ? [{ app, version, addresses }] : [];
    });
  }

  forget(app: string, version: string): void {
    this.#spans.delete(`${app} ${version}`);
    this.#addresses.delete(`${app} ${version}`);
  }

  /** Returns a release's shown screens and failed pages within the last minutes. */
  of(app: string, version: string, minutes = countedMinutes) {
    const first = spanAt(Date.now() - minutes * 60_000);
    const sum = { views: 0, failures: 0, bounded: 0 };
    for (const span of this.#spans.peek(`${app} ${version}`) ?? []) {
      if (span.number < first) continue;
      sum.views += span.views;
      sum.failures += span.failures;
      sum.bounded += span.bounded;
    }
    return sum;
  }
}

const spanAt = (time: number) => Math.floor(time / spanMs);
