import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { apiBasePath } from '@kargo/shared-types/api/api-paths';
import { sessionStorageKey } from '@kargo/shared-types/page/stored-token';
import type { Browser, ConsoleMessage, FileChooser, Page } from '@playwright/test';
import { ConsoleErrors } from './console-errors.ts';
import { inspectScreen, whatIsMissing } from './in-page/inspect-screen.ts';
import { followLink, scrollThrough } from './in-page/move-about.ts';
import { type Watcher, watcherKey } from './in-page/watch-page.ts';
import { openContext } from './open-context.ts';
import { PageRequests } from './page-requests.ts';
import type { Visit } from './plan-visits.ts';
import { requestProblems } from './request-problems.ts';
import type { Screen, TestSite } from './screens.ts';
import { untilStuck } from './until-stuck.ts';

/** How long a screen's code may take to show something. */
const shownMs = 10_000;

const pollMs = 25;

/** Timers of an app that are due later than this, in milliseconds, run at once. */
export const laterMs = 700;

/** More console messages of one visit are too many. */
const mostMessages = 50;

/** Ends a visit that failed; `Tab.errors` says why. */
export class FailedError extends Error {}

/** A picture of one pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

async function choosePicture(chooser: FileChooser): Promise<void> {
  const accepted = (await chooser.element().getAttribute('accept')) ?? '*/*';
  const file = { name: 'It.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') };
  if (/image|png|\*/.test(accepted)) await chooser.setFiles(file);
}

/** A tab with its own storage, in which one person visits a site. */
export class Tab implements AsyncDisposable {
  readonly page: Page;
  readonly site: TestSite;
  readonly errors = new ConsoleErrors();
  readonly requests: PageRequests;
  /** What the person is doing, such as `after a reload`. */
  moment = '';
  isLate = false;
  /** Whether the page no longer answers. */
  isStuck = false;
  /** Controls that were used in any tab, by screen. */
  pressed = new Set<string>();
  readonly #secret: string | null;
  readonly #messages: Promise<void>[] = [];
  /** The apps whose code may have run. */
  readonly #apps = new Set(['shell']);
  #token: string | null;

  private constructor(page: Page, site: TestSite, token: string | null) {
    this.page = page;
    this.site = site;
    this.#token = token;
    this.#secret = token;
    this.requests = new PageRequests(page, site.url);
    page.on('request', (request) => {
      this.#checkSecret(request.url(), 'an address that it asks for', request.url());
      this.#comeTo(this.path);
      for (const problem of requestProblems(request, this.#apps, site.releases))
        this.errors.add(problem);
    });
    page.on('popup', (popup) => popup.close());
    page.on('filechooser', (chooser) => choosePicture(chooser).catch(() => undefined));
    page.on('dialog', (dialog) => {
      if (/^on arrival|looked at/.test(this.moment))
        this.errors.add(`it opens a message of the browser: ${dialog.message()}`);
      return dialog.accept();
    });
    page.on('console', (message) => {
      if (this.#messages.length < mostMessages) this.#messages.push(this.#read(message));
      else this.errors.add(`it wrote more than ${mostMessages} messages into the console`);
    });
  }

  static async open(browser: Browser, site: TestSite, visit: Visit): Promise<Tab> {
    const { token, isAdmitted } = visit.person;
    const context = await openContext(browser, site.url, visit);
    const tab = new Tab(await context.newPage(), site, token);
    await tab.errors.watch(context);
    // The landing page requests the profile, but can do without it.
    if (token !== null && !isAdmitted) tab.errors.allow(/status of 403/);
    return tab;
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Begins a visit, whose console messages count alone. */
  begin(): void {
    this.#messages.length = 0;
  }

  async open(path: string): Promise<void> {
    this.#comeTo(path);
    await this.page.goto(this.site.url + path);
  }

  /** Goes to a path without a load. */
  async follow(path: string): Promise<void> {
    this.#comeTo(path);
    await this.page.evaluate(followLink, path);
  }

  async goTo(screen: Screen): Promise<void> {
    await this.follow(screen.path);
    await this.waitFor(screen);
  }

  async waitFor(screen: Screen): Promise<void> {
    await this.untilShown(screen);
    // The app's last screen may have left its title.
    await this.page
      .waitForFunction((title) => document.title === title, screen.title, { timeout: shownMs })
      .catch(() => undefined);
    await this.settle();
    this.#checkAddress(screen);
    const title = await this.page.title();
    if (title !== screen.title) this.fail(`its title is "${title}", and not "${screen.title}"`);
  }

  async untilShown(screen: Screen): Promise<void> {
    const release = this.site.releases.get(screen.app);
    const end = performance.now() + shownMs;
    // A page cannot answer while it loads.
    const ask = () => this.page.evaluate(whatIsMissing, release).catch(() => 'it loads');
    for (let missing = await ask(); missing; missing = await ask()) {
      this.stopIfFailed();
      this.isLate = performance.now() > end;
      if (this.isLate) this.#checkAddress(screen);
      if (this.isLate) this.fail(`${missing} after ${shownMs / 1000} s`);
      await wait(pollMs);
    }
  }

  async settle(): Promise<void> {
    await this.requests.untilQuiet();
    await Promise.all(this.#messages);
    this.stopIfFailed();
  }

  /** Stays on the page, which must not request an address again and again or show the token. */
  async stay(ms: number): Promise<void> {
    const { 0: path, length } = (await this.requests.tooOftenWithin(ms)) ?? [];
    if (path !== undefined)
      this.fail(`it asks for ${path} ${length} times in ${ms / 1000} s: ask every few seconds`);
    const html = await this.page.content();
    const at = html.indexOf(`${this.#secret}`);
    const tag = html.slice(html.lastIndexOf('<', at), html.indexOf('<', at));
    this.#checkSecret(html, 'the page', tag);
  }

  async inspect(app: string, isUsed = false): Promise<void> {
    const [problem] = await this.page.evaluate(inspectScreen, { app, isUsed });
    if (problem) this.fail(problem);
  }

  /** Whether a path leads nowhere. The stand-in for the API reports missing samples itself. */
  async isNothingAt(path: string): Promise<boolean> {
    if (!path.startsWith('/') || path.startsWith(apiBasePath)) return false;
    const { status } = await fetch(this.site.url + path, { method: 'HEAD', redirect: 'manual' });
    return status === 404;
  }

  async scrollThrough(): Promise<void> {
    await this.page.evaluate(scrollThrough);
    await this.settle();
  }

  ask<T, Given = unknown>(
    question: (watcher: Watcher, given: Given) => T | Promise<T>,
    given?: Given,
  ): Promise<T> {
    const script = `(${question})(window[Symbol.for('${watcherKey}')], ${JSON.stringify(given)})`;
    return this.page.evaluate<T>(script).catch((error: Error) => {
      if (!error.message.includes('context was destroyed')) throw error;
      // The page has been left, as by a button that goes back.
      return this.page.waitForLoadState().then(() => this.page.evaluate<T>(script));
    });
  }

  /** Runs an app's timers now that are due later than `laterMs`. */
  async runTimersOf(app: string): Promise<void> {
    const which = { app, laterMs };
    await this.ask(({ timers }, it) => timers.runAtOnce(it.app, it.laterMs), which);
    await this.settle();
  }

  /** Allows the browser's errors when the API refuses the driver, which ends the session. */
  expectRefusal(): void {
    this.errors.allow(/403|Failed to load profile/);
    this.#token = null;
  }

  async untilSignedOut(timeout: number): Promise<void> {
    this.#token = null;
    await this.page
      .waitForFunction(
        (key) => !localStorage.getItem(key)?.includes('"token":"'),
        sessionStorageKey,
        { timeout },
      )
      .catch(() => this.fail('the session cannot be ended', 'late'));
  }

  /** Fails unless the person is still signed in, or signed out, as expected. */
  async checkSession(): Promise<void> {
    const stored = await this.page.evaluate((key) => localStorage.getItem(key), sessionStorageKey);
    const { token = null } = JSON.parse(stored ?? '{}') as { token?: string | null };
    if (token !== this.#token) this.fail(this.#token ? 'it ended the session' : 'it began one');
  }

  /** @throws {FailedError} when something went wrong */
  stopIfFailed(): void {
    const [problem] = this.errors.unexpected();
    if (problem) throw new FailedError(problem);
  }

  fail(problem: string, kind: 'error' | 'late' = 'error'): never {
    if (kind === 'late') this.isLate = true;
    this.errors.add(problem);
    throw new FailedError(problem);
  }

  /** Fails when the page stops answering, as when a script never ends. */
  async untilStuck(signal: AbortSignal): Promise<never> {
    const seconds = await untilStuck(this.page, signal);
    this.isStuck = true;
    this.fail(`a script or a render never ends: no answer for ${Math.round(seconds)} s`, 'late');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }

  #comeTo(path: string): void {
    const screen = this.site.screens.find((it) => it.path === path);
    if (screen) this.#apps.add(screen.app);
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
    this.errors.add(
      `it puts the session's token, which only the API client may use, into ${where}: ${place}`,
    );
  }

  #checkAddress({ path }: Screen): void {
    if (this.path !== path) this.fail(`its address is ${this.path}, and not ${path}`);
  }
}
