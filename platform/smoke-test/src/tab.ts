import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { sessionStorageKey } from '@kargo/shared-types/page/stored-token';
import type { Browser, ConsoleMessage, Page, Request } from '@playwright/test';
import { ConsoleErrors } from './console-errors.ts';
import { whatIsMissing } from './in-page/inspect-screen.ts';
import { runningApp } from './in-page/running-app.ts';
import { type Traces, type Watcher, watcherKey, watchPage } from './in-page/watch-page.ts';
import { watchStyles } from './in-page/watch-styles.ts';
import type { Visit } from './plan-visits.ts';
import type { Releases, Screen } from './screens.ts';

/** A running site. */
export interface Site {
  url: string;
  releases: Releases;
  screens: readonly Screen[];
}

/** Timeout for a screen's code to show something. */
const shownMs = 10_000;

/** A page is settled when it has waited for no request for `quietMs`, or after `loudMs`. */
const quietMs = 150;
const loudMs = 8000;

const pollMs = 50;

/** More messages than this in the console are a flood. */
const mostMessages = 50;

/** Requests that may last as long as the page. */
const lasting = new Set(['media', 'eventsource', 'websocket']);

/** Ends a visit in which something went wrong, which is in `Tab.problems`. */
export class FailedError extends Error {}

/** A tab in which one person visits a site, with a storage of its own. */
export class Tab implements AsyncDisposable {
  readonly page: Page;
  readonly site: Site;
  readonly errors = new ConsoleErrors();
  /** Addresses that were asked for. */
  readonly requested = new Set<string>();
  /** What the person does now, such as `after a reload`. */
  moment = '';
  /** Whether something took too long. */
  isLate = false;
  readonly #waitingFor = new Set<Request>();
  readonly #secret: string | null;
  readonly #messages: Promise<void>[] = [];
  #asked: string[] = [];
  #token: string | null;
  #lastRequest = 0;

  private constructor(page: Page, site: Site, token: string | null) {
    this.page = page;
    this.site = site;
    this.#token = token;
    this.#secret = token;
    page.on('request', (request) => {
      this.requested.add(request.url());
      this.#checkSecret(request.url(), 'an address that it asks for', request.url());
      if (lasting.has(request.resourceType())) return;
      this.#waitingFor.add(request);
      this.#asked.push(request.url().replace(site.url, '').replace(/\?.*/, ''));
    });
    const end = (request: Request) => {
      this.#waitingFor.delete(request);
      this.#lastRequest = performance.now();
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    page.on('popup', (popup) => popup.close());
    page.on('console', (message) => {
      if (this.#messages.length <= mostMessages) this.#messages.push(this.#read(message));
    });
  }

  static async open(browser: Browser, site: Site, { person, width }: Visit): Promise<Tab> {
    const { token } = person;
    const session = { name: sessionStorageKey, value: JSON.stringify({ token }) };
    const context = await browser.newContext({
      viewport: { width, height: width < 768 ? 844 : 900 },
      hasTouch: width < 768,
      storageState: {
        cookies: [],
        origins: token === null ? [] : [{ origin: site.url, localStorage: [session] }],
      },
    });
    // In a network of its own, a browser believes to be offline.
    const online = `Object.defineProperty(Navigator.prototype,'onLine',{get:()=>true});`;
    // Functions that are replaced from then on are the page's.
    const watchers = `(${watchPage})('${watcherKey}',${runningApp},(${watchStyles})(${runningApp}));`;
    await context.addInitScript({ content: online + watchers });
    const tab = new Tab(await context.newPage(), site, token);
    await tab.errors.watch(context);
    // The landing page asks for the profile, and takes a refusal as none.
    if (token !== null && !person.isAdmitted) tab.errors.allow(/status of 403/);
    return tab;
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.site.url + path);
  }

  /** Goes to a path without a load: by a link to it if the page shows one, else as the router does by itself. */
  async follow(path: string): Promise<void> {
    await this.page.evaluate((address) => {
      const isTo = (it: Element) => it.getAttribute('href') === address && it.checkVisibility();
      let isFollowed = false;
      const check = (event: Event) => {
        isFollowed = event.defaultPrevented;
        // A link that no router knows would load the page.
        event.preventDefault();
      };
      addEventListener('click', check);
      [...document.links].find(isTo)?.click();
      removeEventListener('click', check);
      if (isFollowed) return;
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
  }

  async goTo(screen: Screen): Promise<void> {
    await this.follow(screen.path);
    await this.waitFor(screen);
  }

  /** Waits until a screen is there, and checks its address and title. */
  async waitFor(screen: Screen): Promise<void> {
    await this.untilShown(screen);
    // Until the title comes with it, another one of the same app may be there.
    await this.page
      .waitForFunction((title) => document.title === title, screen.title, { timeout: shownMs })
      .catch(() => undefined);
    await this.settle();
    this.#checkAddress(screen);
    const title = await this.page.title();
    if (title !== screen.title) this.fail(`its title is "${title}", and not "${screen.title}"`);
  }

  /** Waits until a screen's code shows something. */
  async untilShown(screen: Screen): Promise<void> {
    const release = this.site.releases.get(screen.app);
    const end = performance.now() + shownMs;
    // While a page loads, nothing can be asked of it.
    const ask = () => this.page.evaluate(whatIsMissing, release).catch(() => 'it loads');
    for (let missing = await ask(); missing; missing = await ask()) {
      this.stopIfFailed();
      this.isLate = performance.now() > end;
      if (this.isLate) this.#checkAddress(screen);
      if (this.isLate) this.fail(`${missing} after ${shownMs / 1000} s`);
      await this.page.waitForTimeout(pollMs);
    }
  }

  /** Waits until the page has made no request for a while. */
  async settle(): Promise<void> {
    const start = performance.now();
    const isQuiet = () =>
      this.#waitingFor.size === 0 &&
      performance.now() - Math.max(this.#lastRequest, start) > quietMs;
    while (!isQuiet() && performance.now() < start + loudMs) await this.page.waitForTimeout(pollMs);
    await Promise.all(this.#messages);
    this.stopIfFailed();
  }

  /** Stays on the page for a while, which may ask for the same address ten times, and not show the token. */
  async stay(ms: number): Promise<void> {
    this.#asked = [];
    await this.page.waitForTimeout(ms);
    for (const [path, { length }] of Map.groupBy(this.#asked, (path) => path))
      if (length > 10)
        this.fail(`it asks for ${path} ${length} times in ${ms / 1000} s: ask every few seconds`);
    const html = await this.page.content();
    const at = html.indexOf(`${this.#secret}`);
    const tag = html.slice(html.lastIndexOf('<', at), html.indexOf('<', at));
    this.#checkSecret(html, 'the page', tag);
  }

  /** Scrolls to the end, and back to the top. If `isSlow`, it stops at each part of the page. */
  async scrollThrough({ isSlow }: { isSlow: boolean }): Promise<void> {
    await this.page.evaluate(async (isSlow) => {
      const { documentElement: page } = document;
      const step = isSlow ? innerHeight : page.scrollHeight - innerHeight;
      for (let top = 0; top < page.scrollHeight; top += Math.max(step, innerHeight)) {
        scrollTo({ top, behavior: 'instant' });
        await new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve, 50));
          // A browser without a screen sometimes stops painting one of its tabs.
          setTimeout(resolve, 500);
        });
      }
      scrollTo({ top: 0, behavior: 'instant' });
    }, isSlow);
    await this.settle();
  }

  /** Asks what `watchPage` knows of the page. */
  ask<T>(question: (watcher: Watcher, app: string) => T | Promise<T>, app = ''): Promise<T> {
    const script = `(${question})(window[Symbol.for('${watcherKey}')], ${JSON.stringify(app)})`;
    return this.page.evaluate(script);
  }

  /** Does at once what the code of an app would do later than in a second. */
  async runTimersOf(app: string): Promise<void> {
    await this.ask((watcher, app) => watcher.runTimersOf(app), app);
    await this.settle();
  }

  /** Returns what the page has, see `Traces`. */
  async traces(app: string): Promise<Traces> {
    const traces = await this.ask((watcher, app) => watcher.traces(app), app);
    return { ...traces, impossible: await this.#whatIsImpossible() };
  }

  /** Returns the functions of the browser that the page has replaced; none if it does not answer in a second. */
  replaced(): Promise<string[]> {
    const asked = this.ask((watcher) => watcher.traces('')).then(
      ({ replaced }) => replaced,
      () => [],
    );
    return Promise.race([asked, wait(1000, [], { ref: false })]);
  }

  /** Allows the errors that the browser logs when the API refuses the driver, which ends the session. */
  expectRefusal(): void {
    this.errors.allow(/403|Failed to load profile/);
    this.#token = null;
  }

  /** Fails unless the person is signed in as at the beginning. */
  async checkSession(): Promise<void> {
    const stored = await this.page.evaluate((key) => localStorage.getItem(key), sessionStorageKey);
    const { token = null } = JSON.parse(stored ?? '{}') as { token?: string | null };
    if (token !== this.#token) this.fail(this.#token ? 'it ended the session' : 'it began one');
  }

  /** Returns what went wrong, one sentence each. */
  problems(): string[] {
    const flood = `it wrote more than ${mostMessages} messages into the console`;
    return [...this.errors.unexpected(), ...(this.#messages.length > mostMessages ? [flood] : [])];
  }

  /** @throws {FailedError} when something went wrong */
  stopIfFailed(): void {
    const [problem] = this.problems();
    if (problem) throw new FailedError(problem);
  }

  /** Ends the visit with an error that was observed by other means. */
  fail(problem: string): never {
    this.errors.add(problem);
    throw new FailedError(problem);
  }

  /** Ends the visit since something took too long. */
  failLate(problem: string): never {
    this.isLate = true;
    this.fail(problem);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }

  async #read(message: ConsoleMessage): Promise<void> {
    const values = await Promise.all(message.args().map((it) => it.jsonValue().catch(() => '')));
    const text = inspect(values, { depth: null, maxArrayLength: null, maxStringLength: null });
    const { url, lineNumber } = message.location();
    this.#checkSecret(text, 'the console', `${url}:${lineNumber}`);
  }

  /** Nobody may see the session's token. */
  #checkSecret(text: string, where: string, exactly: string): void {
    if (this.#secret === null || !text.includes(this.#secret)) return;
    const place = exactly.replaceAll(this.#secret, '…').replace(this.site.url, '');
    this.errors.add(`it puts the session's token, the API client's alone, into ${where}: ${place}`);
  }

  /** Returns what a person cannot do on the page, whatever the reason. */
  async #whatIsImpossible(): Promise<string[]> {
    const focused = await this.page.evaluateHandle(() => document.activeElement);
    await this.page.keyboard.press('Tab');
    return focused.evaluate((before) => {
      const { documentElement: html, body, activeElement } = document;
      const isFixed = [html, body].some((it) => getComputedStyle(it).overflowY === 'hidden');
      const found = isFixed ? ['the page cannot be scrolled'] : [];
      return activeElement === before ? [...found, 'the Tab key moves no focus'] : found;
    });
  }

  #checkAddress({ path }: Screen): void {
    if (this.path !== path) this.fail(`its address is ${this.path}, and not ${path}`);
  }
}
