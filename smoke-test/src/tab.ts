import { setTimeout as wait } from 'node:timers/promises';
import { sessionStorageKey } from '@kargo/shared-types/page/inline-script';
import type { Browser, Page, Request, Route } from '@playwright/test';
import { ConsoleErrors } from './console-errors.ts';
import { isShown } from './in-page/inspect-screen.ts';
import { runningApp } from './in-page/running-app.ts';
import { type Traces, type Watcher, watcherKey, watchPage } from './in-page/watch-page.ts';
import { type StyleWatcher, stylesKey, watchStyles } from './in-page/watch-styles.ts';
import type { Visit } from './plan-visits.ts';
import type { Releases, Screen } from './screens.ts';

/** A running site. */
export interface Site {
  url: string;
  releases: Releases;
  screens: readonly Screen[];
  /** Whether people use it, so that nothing may be pressed or sent. */
  isLive?: boolean;
}

/** Timeout for a screen's code to show something. */
const shownMs = 10_000;

/** A page is settled when it has waited for no request for `quietMs`, or after `loudMs`. */
const quietMs = 150;
const loudMs = 8000;

const pollMs = 50;

/** How long a page in which something went wrong may take to answer. */
const answerMs = 1000;

/** More messages than this in the console are a flood. */
const mostMessages = 50;

/** Requests that may last as long as the page. */
const lasting = new Set(['media', 'eventsource', 'websocket']);

/** Ends a visit in which something went wrong, which is in `Tab.problems`. */
export class FailedError extends Error {}

/** Lets a page ask for something, but not send anything. */
const onlyRead = (route: Route) =>
  ['GET', 'HEAD'].includes(route.request().method()) ? route.continue() : route.abort();

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
  #token: string | null;
  #lastRequest = 0;
  #messages = 0;

  private constructor(page: Page, site: Site, token: string | null) {
    this.page = page;
    this.site = site;
    this.#token = token;
    page.on('request', (request) => {
      this.requested.add(request.url());
      if (!lasting.has(request.resourceType())) this.#waitingFor.add(request);
    });
    const end = (request: Request) => {
      this.#waitingFor.delete(request);
      this.#lastRequest = performance.now();
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    page.on('popup', (popup) => popup.close());
    page.on('console', () => {
      this.#messages += 1;
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
    // In this order: functions that are replaced from then on are the page's.
    const watchers = `(${watchStyles})('${stylesKey}',${runningApp});(${watchPage})('${watcherKey}',${runningApp});`;
    await context.addInitScript({ content: watchers });
    if (site.isLive) await context.route('**', onlyRead);
    const tab = new Tab(await context.newPage(), site, token);
    await tab.errors.watch(context, new URL(site.url).hostname);
    // The landing page asks for the profile, and takes a refusal as none.
    if (token !== null && !person.isAdmitted) tab.errors.allow(/status of 403/);
    return tab;
  }

  /** Whether a page of the site is open. */
  get isOnSite(): boolean {
    return this.page.url().startsWith(this.site.url);
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Opens an address. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.site.url + path);
  }

  /** Goes to a path without a load, as the router does when a link is followed. */
  async follow(path: string): Promise<void> {
    await this.page.evaluate((address) => {
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
    await this.untilTitled(screen);
    await this.settle();
    const { path } = this;
    if (path !== screen.path) this.fail(`its address is ${path}, and not ${screen.path}`);
    const title = await this.page.title();
    if (title !== screen.title) this.fail(`its title is "${title}", and not "${screen.title}"`);
  }

  /** Waits until a screen's code shows something. */
  async untilShown({ app }: Screen): Promise<void> {
    const { version = '' } = this.site.releases.get(app) ?? {};
    const end = performance.now() + shownMs;
    // While a page loads, nothing can be asked of it.
    const isThere = () => this.page.evaluate(isShown, { app, version }).catch(() => false);
    while (!(await isThere())) {
      this.stopIfFailed();
      if (performance.now() > end)
        this.failLate(`nothing of it is there after ${shownMs / 1000} s`);
      await this.page.waitForTimeout(pollMs);
    }
  }

  /** Waits for the title that comes with a screen. Until then another one of the same app may be there. */
  async untilTitled({ title }: Screen): Promise<void> {
    await this.page
      .waitForFunction((expected) => document.title === expected, title, { timeout: shownMs })
      .catch(() => undefined);
  }

  /** Waits until the page has made no request for a while. */
  async settle(): Promise<void> {
    const start = performance.now();
    const isQuiet = () =>
      this.#waitingFor.size === 0 &&
      performance.now() - Math.max(this.#lastRequest, start) > quietMs;
    while (!isQuiet() && performance.now() < start + loudMs) await this.page.waitForTimeout(pollMs);
    this.stopIfFailed();
  }

  /**
   * Scrolls to the end, and back to the top.
   *
   * @param isSlow stops at each part of the page
   */
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

  /** Does at once what the code of an app would do later than in a second. */
  async runTimersOf(app: string): Promise<void> {
    await this.#askWatcher((watcher, app) => watcher.runTimersOf(app), app);
    await this.settle();
  }

  /** Returns what the page has, see `Traces`. */
  async traces(app: string): Promise<Traces> {
    const traces = await this.#askWatcher((watcher, app) => watcher.traces(app), app);
    return { ...traces, styles: await this.stylesOutside(app) };
  }

  /** Returns the styles of an app outside of its screen, see `StyleWatcher`. */
  stylesOutside(app: string): Promise<string[]> {
    return this.#ask<StyleWatcher, string[]>(
      stylesKey,
      (watcher, app) => watcher.outside(app),
      app,
    );
  }

  /** Returns the functions of the browser that the page has replaced; none if it does not answer. */
  replaced(): Promise<string[]> {
    const asked = this.traces('').then(
      ({ replaced }) => replaced,
      () => [],
    );
    return Promise.race([asked, wait(answerMs, [], { ref: false })]);
  }

  /** Duration of the longest task since the page was opened, in milliseconds. */
  longestTask(): Promise<number> {
    return this.#askWatcher((watcher) => watcher.longestTask(), '');
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
    return [...this.errors.unexpected(), ...(this.#messages > mostMessages ? [flood] : [])];
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

  async startTrace(): Promise<void> {
    await this.page.context().tracing.start({ screenshots: true, snapshots: true });
  }

  /** Keeps a picture and the trace as files whose names begin like this. */
  async keepEvidence(path: string): Promise<void> {
    await this.page.screenshot({ path: `${path}.png` });
    await this.page.context().tracing.stop({ path: `${path}.zip` });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }

  #askWatcher<T>(ask: (watcher: Watcher, app: string) => T | Promise<T>, app: string): Promise<T> {
    return this.#ask(watcherKey, ask, app);
  }

  #ask<W, T>(
    key: string,
    ask: (watcher: W, app: string) => T | Promise<T>,
    app: string,
  ): Promise<T> {
    const script = `(${ask})(window[Symbol.for('${key}')], ${JSON.stringify(app)})`;
    return this.page.evaluate(script);
  }
}
