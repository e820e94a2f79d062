import { paths } from '@kargo/shared-types/page/paths';
import { expect } from '@playwright/test';
import { unavailable } from '../faults/faults.ts';
import { test } from './engine-journey.ts';
import { button, css, field, header, heading, text } from './find-in-page.ts';

const message = css('[data-testid=remote-unavailable]');

test('a page survives a remote that fails, and "Try again" shows it once it works', async ({
  visitor,
  site,
  consoleErrors,
}) => {
  // Firefox checks a preloaded response's integrity before its status.
  consoleErrors.allow(/\b503\b|integrity/);
  await visitor.open(paths.login());
  await visitor.see(css('[data-remote=auth] h1'));
  site.break('/releases/marketing/', unavailable);
  await visitor.open(paths.about());
  await visitor.see(message);
  await visitor.see(header);
  site.mend();
  await visitor.click(button('Try again'));
  await visitor.see(heading('About Page'));
});

// Only Chromium's driver can take a browser offline, as journeys/tunnel.spec.ts does. Here a script
// tells the page that it is offline, and the proxy in front of the site closes and refuses
// connections. The event comes last, since the page then checks whether it is true.
test('a driver whose connection drops while the profile loads gets there when it is back', async ({
  signedInVisitor: visitor,
  driver,
  site,
  consoleErrors,
}) => {
  // Pending requests fail.
  consoleErrors.allow(/^(?!security policy)/);
  await visitor.open(paths.profile());
  const isAsked = () => site.asked.some(({ path }) => /\/shell\/[^/]+\/main\./.test(path));
  await expect.poll(isAsked, { intervals: [10] }).toBe(true);
  await visitor.tab.evaluate(setOnline, false);
  site.cut();
  await visitor.tab.evaluate(announce, 'offline');
  await visitor.see(text("You're offline. We'll carry on when you're back."));
  await visitor.expectPath(paths.profile());
  await visitor.seeNo(message);

  site.mend();
  await visitor.tab.evaluate(setOnline, true);
  await visitor.tab.evaluate(announce, 'online');
  await visitor.see(field('Name'), { value: driver.name });
  await visitor.expectPath(paths.profile());
  await visitor.seeNo(css('[data-testid=loading-overlay]'));
});

/** Runs in the page. */
function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
}

/** Runs in the page. */
function announce(event: string): void {
  window.dispatchEvent(new Event(event));
}
