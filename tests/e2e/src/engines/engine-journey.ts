import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '@kargo/shared-types/page/paths';
import { ConsoleErrors } from '@kargo/smoke-test/console-errors';
import { test as base, expect } from '@playwright/test';
import { addDriver } from '../support/add-driver.ts';
import { ApiSession } from '../support/api-session.ts';
import type { Driver } from '../support/drivers.ts';
import { siteUrl } from '../support/site.ts';
import type { EngineName } from './driver/programs.ts';
import { startEngine } from './driver/start-engine.ts';
import type { Engine, Visit } from './driver/tab.ts';
import { heading } from './driver/targets.ts';
import { Visitor } from './driver/visitor.ts';

interface Fixtures {
  site: string;
  width: number;
  consoleErrors: ConsoleErrors;
  /** The driver of the journey. */
  driver: Driver;
  visit: Visit;
  visitor: Visitor;
  /** A session of the driver at the API. */
  session: ApiSession;
  /** A visitor who is signed in as the driver and has opened no page yet. */
  signedInVisitor: Visitor;
}

/** Options of a Playwright project. */
export interface WorkerOptions {
  engineName: EngineName;
  /** Whether the visitor's system asks for less motion. */
  lessMotion: boolean;
}

interface WorkerFixtures extends WorkerOptions {
  engine: Engine;
  /** The engine's own driver, since engines run in parallel. */
  driverOfEngine: Driver;
}

/** A journey that runs in every engine. It fails on errors in the browser. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  lessMotion: [false, { option: true, scope: 'worker' }],
  site: [siteUrl, { option: true }],
  width: [1440, { option: true }],

  engine: [
    async ({ engineName, lessMotion }, use) => {
      await using engine = await startEngine[engineName]({ lessMotion });
      await use(engine);
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  driverOfEngine: [async ({}, use) => use(await addDriver()), { scope: 'worker' }],

  driver: async ({ driverOfEngine }, use) => use(driverOfEngine),

  consoleErrors: async ({}, use) => {
    const consoleErrors = new ConsoleErrors();
    await use(consoleErrors);
    expect(consoleErrors.unexpected(), 'Errors in the browser').toEqual([]);
  },

  visit: async ({ engine, site, consoleErrors }, use) => {
    await using visit = await engine.visit({ site, onError: (text) => consoleErrors.add(text) });
    await use(visit);
  },

  visitor: async ({ visit, width }, use, testInfo) => {
    const tab = await visit.newTab();
    await tab.resize({ width, height: width < 768 ? 844 : 900 });
    await use(new Visitor(tab, visit.origin));
    if (testInfo.status === testInfo.expectedStatus) return;
    // Sometimes WebKit's driver never answers.
    const picture = await Promise.race([tab.picture(), wait(10_000)]);
    if (picture) await writeFile(testInfo.outputPath('page.png'), picture);
  },

  session: async ({ driver }, use) => {
    const session = await ApiSession.open(driver);
    await use(session);
    await session.close();
  },

  signedInVisitor: async ({ visitor, session }, use) => {
    // Any page will do, since all of them share the storage.
    await visitor.open(paths.privacyPolicy());
    await visitor.see(heading('Privacy Policy'));
    await visitor.tab.evaluate(
      (token) => localStorage.setItem('kargo_web', JSON.stringify({ token })),
      session.token,
    );
    await use(visitor);
  },
});

/** A journey with a new driver, for changes that cannot be undone. */
export const newDriverTest = test.extend({
  driver: async ({}, use) => use(await addDriver()),
});

export { expect };
