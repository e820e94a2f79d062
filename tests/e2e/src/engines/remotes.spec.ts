import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '@kargo/shared-types/page/paths';
import { unavailable } from '../faults/faults.ts';
import { FaultySite } from '../faults/faulty-site.ts';
import { siteUrl } from '../support/site.ts';
import {
  button,
  css,
  field,
  header,
  heading,
  inside,
  link,
  screen,
  testId,
  text,
} from './driver/targets.ts';
import { expect, test as journey } from './engine-journey.ts';

/** A journey through a site whose files the test can make fail. */
const test = journey.extend<{ faulty: FaultySite }>({
  faulty: async ({}, use) => {
    await using faulty = await FaultySite.open(siteUrl);
    await use(faulty);
  },
  site: async ({ faulty }, use) => use(faulty.url),
});

test('a page survives a remote that fails, and "Try again" shows the remote when it works', async ({
  visitor,
  faulty,
  consoleErrors,
}) => {
  // Firefox checks the integrity of a preloaded response before its status.
  consoleErrors.allow(/\b503\b|integrity/);
  await visitor.open(paths.login());
  await visitor.see(screen('auth'));
  faulty.break('/releases/marketing/', unavailable);
  await visitor.open(paths.about());
  await visitor.see(testId('remote-unavailable'));
  await visitor.see(inside(header, link('Login')));
  faulty.mend();
  await visitor.click(button('Try again'));
  await visitor.see(heading('About Page'));
});

// Only Chromium's driver can put a browser offline, which journeys/tunnel.spec.ts does. For the other
// engines, the test sends the page the browser's offline event, and the proxy in front of the site
// closes and refuses connections.

/** When the connection is lost, in ms after the request for the shell's first script. */
const moments = process.env.PROOF ? [60, 300, 800, 1500] : [60, 800];

for (const moment of moments) {
  test(`a driver whose connection goes ${moment} ms into the profile gets there when it is back`, async ({
    signedInVisitor: visitor,
    driver,
    faulty,
    consoleErrors,
  }) => {
    // Requests that are under way fail.
    consoleErrors.allow(/^(?!console: security policy)/);
    await visitor.open(paths.profile());
    const isAsked = () => faulty.asked.some(({ path }) => /\/shell\/[^/]+\/main\./.test(path));
    await expect.poll(isAsked, { intervals: [10] }).toBe(true);
    await wait(moment);
    await visitor.tab.evaluate(setOnline, false);
    faulty.cut();
    await visitor.see(text("You're offline. We'll carry on when you're back."));
    await wait(1000);
    await visitor.expectAddress(paths.profile());
    await visitor.expect(testId('remote-unavailable'), { count: 0 });

    faulty.mend();
    await visitor.tab.evaluate(setOnline, true);
    await visitor.expect(field('Name'), { value: driver.name });
    await visitor.expectAddress(paths.profile());
    await visitor.expect(css('[data-testid=loading-overlay]'), { count: 0 });
  });
}

/** Runs in the page. */
function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}
