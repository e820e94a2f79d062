import { findBrowser } from '@kargo/smoke-test/browser/find-browser';
import { ConsoleErrors } from '@kargo/smoke-test/console-errors';
import { test as base, chromium, expect } from '@playwright/test';
import { launch, type Viewport } from 'puppeteer-core';
import { FaultySite } from '../faults/faulty-site.ts';
import { addDriver } from '../support/add-driver.ts';
import { ApiSession } from '../support/api-session.ts';
import type { Driver } from '../support/drivers.ts';
import { siteUrl } from '../support/site.ts';
import { pageScript } from './page-script.ts';
import { type EngineName, programPath, whyMissing } from './programs.ts';
import type { Engine } from './tab.ts';
import { Visitor } from './visitor.ts';
import { startWebKit } from './webkit.ts';

interface Fixtures {
  isInstalled: undefined;
  /** Origin of the gateway. */
  gatewayUrl: string;
  /** A proxy in front of the gateway. Its origin is new, so the browser stored nothing for it. */
  site: FaultySite;
  consoleErrors: ConsoleErrors;
  visitor: Visitor;
  /** A driver who has not set up anything yet. */
  driver: Driver;
  /** The driver, signed in, before the first page. */
  signedInVisitor: Visitor;
}

/** Options of a Playwright project. */
export interface WorkerOptions {
  engineName: EngineName;
  width: number;
}

const startEngine: Record<EngineName, (viewport: Viewport) => Promise<Engine>> = {
  async chromium(defaultViewport) {
    const { executablePath = chromium.executablePath(), env = process.env } = await findBrowser();
    return launch({ executablePath, env, args: ['--no-sandbox'], defaultViewport });
  },
  firefox: (defaultViewport) =>
    launch({ browser: 'firefox', executablePath: programPath('FIREFOX_PATH'), defaultViewport }),
  webkit: startWebKit,
};

/** A journey that runs in every engine, and fails on errors in the browser. */
export const test = base.extend<Fixtures, WorkerOptions & { engine: Engine }>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  width: [1440, { option: true, scope: 'worker' }],

  isInstalled: [
    async ({ engineName }, use, testInfo) => {
      const reason = whyMissing(engineName);
      testInfo.skip(reason !== null, `not installed: ${reason}`);
      await use(undefined);
    },
    { auto: true },
  ],

  engine: [
    async ({ engineName, width }, use) => {
      const engine = await startEngine[engineName]({ width, height: width < 768 ? 844 : 900 });
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  gatewayUrl: [siteUrl, { option: true }],
  site: async ({ gatewayUrl }, use) => {
    await using site = await FaultySite.open(gatewayUrl, pageScript);
    await use(site);
  },

  consoleErrors: async ({}, use) => {
    const consoleErrors = new ConsoleErrors();
    await use(consoleErrors);
    expect(consoleErrors.unexpected(), 'Errors in the browser').toEqual([]);
  },

  visitor: async ({ engine, site, consoleErrors }, use, testInfo) => {
    const tab = await engine.newPage();
    await use(new Visitor(tab, site.url));
    if (testInfo.error) await tab.screenshot({ path: `${testInfo.outputPath('page')}.png` });
    const lines = await tab.evaluate(() => String(sessionStorage.errors ?? '').split(/\n/));
    for (const it of [...lines.filter(Boolean), ...site.mistakes]) consoleErrors.add(String(it));
    await tab.close();
  },

  driver: async ({}, use) => use(await addDriver()),
  signedInVisitor: async ({ visitor, driver }, use) => {
    // All of the site's addresses share the storage.
    await visitor.open('/robots.txt');
    const { token } = await ApiSession.open(driver);
    const stored = JSON.stringify({ token });
    await visitor.tab.evaluate((it) => localStorage.setItem('kargo_web', it), stored);
    await use(visitor);
  },
});
