import { paths } from '@kargo/shared-types/page/paths';
import { expect } from '@playwright/test';
import { ApiSession } from '../support/api-session.ts';
import { isHydrated } from '../support/expect-hydrated.ts';
import { test } from './engine-journey.ts';
import { button, css, field, header, inside, link, type Target, text } from './find-in-page.ts';
import type { Visitor } from './visitor.ts';

const name = field('Name');
const alert: Target = [['ByRole', 'alertdialog']];
const storedSession = () => localStorage.getItem('kargo_web');

test('a driver mistypes the password, sees a message, gets in with the right one, and logs out', async ({
  visitor,
  driver,
}) => {
  await visitor.open(paths.login());
  await visitor.fill(field('Email'), driver.email);
  await visitor.fill(field('Password'), 'not-the-password');
  await visitor.click(button('Sign In'));
  await visitor.see(inside(alert, text('Email or password is incorrect.')));
  await visitor.click(inside(alert, button('Close')));
  await visitor.seeNo(alert);
  await visitor.see(field('Email'), { value: driver.email });

  await visitor.fill(field('Password'), driver.password);
  await visitor.tab.keyboard.press('Enter');
  await visitor.expectPath(paths.home());
  const { token } = JSON.parse((await visitor.tab.evaluate(storedSession)) ?? '{}');

  await visitor.clickInHeader(button('Profile'));
  await visitor.click(inside(header, button('Logout')));
  await visitor.expectPath(paths.login());
  expect(await visitor.tab.evaluate(storedSession)).toBeNull();
  expect(await new ApiSession(token).isOpen()).toBe(false);
});

// Journeys cannot show this: Playwright starts Chromium without the back/forward cache.
test('a page is kept until the visitor returns to it, and still works', async ({
  signedInVisitor: visitor,
  driver,
}) => {
  await visitor.open(paths.profile());
  await visitor.see(name, { value: driver.name });
  await visitor.tab.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      document.getElementById('root')?.setAttribute('data-was-kept', String(persisted));
    });
  });
  await visitor.open(paths.privacyPolicy());
  await expectHydrated(visitor);
  await go(visitor, -1);
  await visitor.see(css('#root[data-was-kept=true]'));
  await visitor.see(name, { value: driver.name });
  await visitor.clickInHeader(button('Profile'));
  await visitor.see(inside(header, link('My Profile')));
  await go(visitor, 1);
  await visitor.expectPath(paths.privacyPolicy());
  await expectHydrated(visitor);
  await go(visitor, -1);
  await visitor.see(name, { value: driver.name });
});

/** Waits for the scripts: WebKit reports an error if one is pending when the page is left. */
async function expectHydrated(visitor: Visitor): Promise<void> {
  const look = async () => expect(await visitor.tab.evaluate(isHydrated)).toBe(true);
  await expect(look).toPass();
}

/** Moves by this many entries of the history. */
async function go(visitor: Visitor, by: number): Promise<void> {
  // By a timer, since the page would otherwise be gone before the call returns.
  await visitor.tab.evaluate((by) => void setTimeout(() => history.go(by)), by);
}
