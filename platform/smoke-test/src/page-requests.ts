import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

/** A page is quiet when it has waited for no request for this long. */
const quietMs = 150;
/** How long it has to send its first request. */
const beginMs = 50;
/** Waits no longer than this for a page that is never quiet. */
const loudMs = 8000;

const pollMs = 25;

/** How often a page may request one address while nobody does anything. */
const mostAlike = 2;

/** Requests that may last as long as the page. */
const lasting = new Set(['media', 'eventsource', 'websocket']);

export class PageRequests {
  readonly addresses = new Set<string>();
  readonly #waitingFor = new Set<Request>();
  #recent: string[] = [];
  #lastEnd = 0;

  constructor(page: Page, siteUrl: string) {
    page.on('request', (request) => {
      this.addresses.add(request.url());
      if (lasting.has(request.resourceType())) return;
      this.#waitingFor.add(request);
      const path = request.url().replace(siteUrl, '').replace(/\?.*/, '');
      // Many pictures may come from one path.
      if (request.resourceType() !== 'image') this.#recent.push(path);
    });
    const end = (request: Request) => {
      this.#waitingFor.delete(request);
      this.#lastEnd = performance.now();
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  async untilQuiet(): Promise<void> {
    const start = performance.now();
    const isQuiet = () =>
      this.#waitingFor.size === 0 &&
      performance.now() > Math.max(this.#lastEnd + quietMs, start + beginMs);
    while (!isQuiet() && performance.now() < start + loudMs) await wait(pollMs);
  }

  /** Waits, and returns the requests for one address that the page made too often, if any. */
  async tooOftenWithin(ms: number): Promise<string[] | undefined> {
    this.#recent = [];
    await wait(ms);
    const alike = Map.groupBy(this.#recent, (path) => path);
    return [...alike.values()].find(({ length }) => length > mostAlike);
  }
}
