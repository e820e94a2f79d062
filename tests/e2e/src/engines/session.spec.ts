import { paths } from '@kargo/shared-types/page/paths';
import { ApiSession } from '../support/api-session.ts';
import { button, css, field, header, heading, inside, link, text } from './driver/targets.ts';
import { Visitor } from './driver/visitor.ts';
import { expect, test } from './engine-journey.ts';

const name = field('Name');
const alert = css('[role=alertdialog]');
const storedSession = () => localStorage.getItem('kargo_web');

for (const width of [1440, 390]) {
  const openMenu = async (visitor: Visitor) => {
    if (width < 768) await visitor.click(button('Open menu'));
  };
  const profileButton = inside(header, button('Profile'));

  test.describe(`at ${width} px`, () => {
    test.use({ width });

    test('a driver mistypes the password, is told so, gets in with the right one, and logs out', async ({
      visitor,
      driver,
      consoleErrors,
    }) => {
      consoleErrors.allow(/status of 400/);
      await visitor.open(paths.login());
      await visitor.fill(field('Email'), driver.email);
      await visitor.fill(field('Password'), 'not-the-password');
      await visitor.click(button('Sign In'));
      await visitor.see(inside(alert, text('Email or password is incorrect.')));
      await visitor.click(inside(alert, button('Close')));
      await visitor.seeNo(alert);
      await visitor.expect(field('Email'), { value: driver.email });

      await visitor.fill(field('Password'), driver.password);
      await visitor.tab.press('Enter');
      await visitor.expectAddress(paths.home());
      const { token } = JSON.parse((await visitor.tab.evaluate(storedSession, null)) ?? '{}');

      await openMenu(visitor);
      await visitor.click(profileButton);
      await visitor.click(inside(header, button('Logout')));
      await visitor.expectAddress(paths.login());
      expect(await visitor.tab.evaluate(storedSession, null)).toBeNull();
      expect(await new ApiSession(token).isOpen()).toBe(false);
    });

    test('the profile menu leads to the profile by pointer, and by keyboard', async ({
      signedInVisitor: visitor,
    }) => {
      const profileLink = inside(header, link('My Profile'));
      for (const way of ['pointer', 'keyboard']) {
        await visitor.open(paths.about());
        await visitor.see(heading('About Page'));
        if (way === 'pointer') {
          await openMenu(visitor);
          await visitor.click(profileButton);
          await visitor.see(profileLink);
          await visitor.click(profileLink);
        } else {
          if (width < 768) {
            await visitor.keyTo(button('Open menu'));
            await visitor.tab.press('Enter');
          }
          await visitor.keyTo(profileButton);
          await visitor.tab.press('Enter');
          await visitor.see(profileLink);
          await visitor.tab.press('Escape');
          await visitor.expect(profileButton, { isFocused: true });
          await visitor.seeNo(profileLink);
          await visitor.tab.press('Enter');
          await visitor.see(profileLink);
          await visitor.keyTo(profileLink);
          await visitor.tab.press('Enter');
        }
        await visitor.expectAddress(paths.profile());
        await visitor.see(heading('Profile Information'));
      }
    });
  });
}

test('a driver stays signed in over a reload and in a second tab, and is out in both', async ({
  signedInVisitor: visitor,
  driver,
  visit,
}) => {
  await visitor.open(paths.profile());
  await visitor.expect(name, { value: driver.name });
  await visitor.tab.reload();
  await visitor.expect(name, { value: driver.name });

  const second = new Visitor(await visit.newTab(), visit.origin);
  await second.open(paths.profile());
  await second.expect(name, { value: driver.name });
  await second.click(inside(header, button('Profile')));
  await second.click(inside(header, button('Logout')));
  await second.expectAddress(paths.login());

  await visitor.tab.show();
  await visitor.expectAddress(paths.login());
});

test('a page that somebody left and comes back to was kept as it was, and works', async ({
  signedInVisitor: visitor,
  driver,
}) => {
  await visitor.open(paths.profile());
  await visitor.expect(name, { value: driver.name });
  await visitor.tab.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      document.getElementById('root')?.setAttribute('data-was-kept', String(persisted));
    });
  }, null);
  await visitor.open(paths.privacyPolicy());
  await visitor.see(heading('Privacy Policy'));
  await visitor.back();
  await visitor.expectAddress(paths.profile());
  await visitor.expect(css('#root'), {
    attributes: expect.objectContaining({ 'data-was-kept': 'true' }),
  });
  await visitor.expect(name, { value: driver.name });
  await visitor.click(inside(header, button('Profile')));
  await visitor.see(inside(header, link('My Profile')));
  await visitor.back(-1);
  await visitor.expectAddress(paths.privacyPolicy());
  await visitor.back();
  await visitor.expect(name, { value: driver.name });
});
