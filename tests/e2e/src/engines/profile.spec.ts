import { writeFile } from 'node:fs/promises';
import { paths } from '@kargo/shared-types/page/paths';
import { linkMailedTo } from '../support/inbox.ts';
import { identityDocument, picture } from '../support/picture.ts';
import { button, css, field, heading, inside, text, textbox } from './driver/targets.ts';
import { expect, newDriverTest as test } from './engine-journey.ts';

const region = (name: string) => ({ role: 'region', name });

test.describe('at 390 px', () => {
  test.use({ width: 390 });

  test('a driver saves name and picture, and finds them after a reload', async ({
    signedInVisitor: visitor,
    session,
  }, testInfo) => {
    const form = region('Profile Information');
    const photo = testInfo.outputPath('me.png');
    await writeFile(photo, picture(64, [109, 40, 217]));
    await visitor.open(paths.profile());
    await visitor.see(heading('Profile Information'));
    await visitor.fill(inside(form, field('Name')), 'Nell Saved');
    await visitor.fill(inside(form, field('Phone number')), '+1 (202) 555-0177');
    await visitor.tab.choose(
      'section[aria-labelledby^=profile-information] input[type=file]',
      photo,
    );
    await visitor.see({ role: 'img', name: 'Preview of me.png' });
    await visitor.click(inside(form, button('Save changes')));
    await visitor.see(text('Profile updated successfully!'));

    await visitor.tab.reload();
    await visitor.expect(inside(form, field('Name')), { value: 'Nell Saved' });
    await visitor.see({ role: 'img', name: 'Your profile image' });
    const saved = await session.profile();
    expect(saved).toMatchObject({ name: 'Nell Saved', phone: '+1 (202) 555-0177' });
    expect(saved.image).toMatch(/^\/api\/v1\/profile-images\//);
  });
});

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ width });

    test('a driver fills in the payout form, picks the birthday from the calendar, and gets to Stripe', async ({
      signedInVisitor: visitor,
      driver,
    }, testInfo) => {
      const card = region('Stripe Connected Account');
      const licence = testInfo.outputPath('licence.png');
      await writeFile(licence, identityDocument());
      await visitor.open(paths.profile());
      await visitor.see(inside(card, field('First name')));
      await visitor.fill(inside(card, field('First name')), 'Nell');
      await visitor.fill(inside(card, field('Last name')), 'Newby');
      await visitor.fill(inside(card, field('Phone number')), '2025550142');
      const calendar = inside(card, button('Pick from a calendar'));
      await visitor.click(calendar);
      await visitor.expect(css('[role=grid]'), { count: 1, isVisible: true, isInViewport: true });
      await visitor.expect(css('[role=grid] :focus'), { count: 1 });
      await visitor.tab.press('ArrowUp');
      await visitor.tab.press('Enter');
      await visitor.seeNo(css('[role=grid]'));
      await visitor.expect(calendar, { isFocused: true });
      const { value } = await visitor.find(inside(card, textbox('Date of birth')));
      expect(value).toMatch(/^\d\d\/\d\d\/\d{4}$/);
      await visitor.tab.choose('section:has([data-testid=payout-state]) input[type=file]', licence);
      await visitor.see(text('licence.png'));

      const mailed = await linkMailedTo(driver.email, async () => {
        await visitor.click(inside(card, button('Submit Stripe Form')));
        await visitor.see(text('KYC Verification Completed'));
      });
      await visitor.click(button('Close'));
      await visitor.expect(css('[data-testid=payout-state]'), {
        attributes: expect.objectContaining({ 'data-state': 'pending' }),
      });
      await visitor.tab.goTo(mailed);
      await visitor.see(text('Nell Newby'));
      await visitor.see(button('Agree and submit'));
    });
  });
}
