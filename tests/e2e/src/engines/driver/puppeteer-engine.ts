import {
  type Browser,
  type ElementHandle,
  type KeyInput,
  type LaunchOptions,
  launch,
  type Page,
} from 'puppeteer-core';
import type { Engine, Key, Tab, Visit, VisitOptions } from './tab.ts';

/** Chromium and Firefox. */
export class PuppeteerEngine implements Engine {
  readonly title: string;
  readonly #browser: Browser;

  private constructor(browser: Browser, title: string) {
    this.#browser = browser;
    this.title = title;
  }

  static async start(options: LaunchOptions): Promise<PuppeteerEngine> {
    const browser = await launch({ defaultViewport: null, ...options });
    return new PuppeteerEngine(browser, (await browser.version()).replace('/', ' '));
  }

  async visit({ site, onError }: VisitOptions): Promise<Visit> {
    const context = await this.#browser.createBrowserContext();
    return {
      origin: site,
      async newTab() {
        const page = await context.newPage();
        page.on('console', (message) => {
          if (message.type() === 'error') onError(`console: ${message.text()}`);
        });
        page.on('pageerror', (error) => onError(`uncaught: ${error}`));
        page.on('request', (request) => {
          const { protocol, hostname } = new URL(request.url());
          if (!protocol.startsWith('http') || hostname === 'localhost') return;
          onError(`request to another host: ${request.url()}`);
        });
        await page.evaluateOnNewDocument(() => {
          // Firefox sends nothing of an error object that is logged.
          const { error } = console;
          console.error = (...parts) =>
            error(...parts.map((it) => (it instanceof Error ? String(it) : it)));
          document.addEventListener('securitypolicyviolation', (violation) => {
            const { effectiveDirective, blockedURI, sample } = violation;
            console.error(`security policy: ${effectiveDirective} ${blockedURI} ${sample}`);
          });
        });
        return new PuppeteerTab(page);
      },
      [Symbol.asyncDispose]: () => context.close(),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

class PuppeteerTab implements Tab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async show() {
    await this.#page.bringToFront();
  }

  async goTo(address: string) {
    await this.#page.goto(address, { waitUntil: 'domcontentloaded' });
  }

  async reload() {
    await this.#page.reload({ waitUntil: 'domcontentloaded' });
  }

  async evaluate<Argument, Result>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    return (await this.#page.evaluate(work as never, argument as never)) as Result;
  }

  async run(script: string) {
    await this.#page.evaluate(script);
  }

  async movePointer({ x, y }: { x: number; y: number }) {
    await this.#page.mouse.move(x, y);
  }

  async click({ x, y }: { x: number; y: number }) {
    await this.#page.mouse.click(x, y);
  }

  async type(text: string) {
    await this.#page.keyboard.type(text);
  }

  async press(key: Key) {
    const keys = key.split('+') as KeyInput[];
    for (const each of keys) await this.#page.keyboard.down(each);
    for (const each of keys.toReversed()) await this.#page.keyboard.up(each);
  }

  async choose(selector: string, file: string) {
    const input = await this.#page.$(selector);
    if (!input) throw new Error(`There is no ${selector}`);
    await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
  }

  async resize(size: { width: number; height: number }) {
    await this.#page.setViewport(size);
  }

  async picture() {
    return Buffer.from(await this.#page.screenshot());
  }
}
