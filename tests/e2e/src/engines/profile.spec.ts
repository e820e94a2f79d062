import { writeFile } from 'node:fs/promises';
import { paths } from '@kargo/shared-types/page/paths';
import { expect } from '@playwright/test';
import { ApiSession } from '../support/api-session.ts';
import { picture } from '../support/picture.ts';
import { test } from './engine-journey.ts';
import { button, byRole, field, heading, inside, text } from './find-in-page.ts';
import { parsed } from './tab.ts';

const image = byRole('img');

test('a driver saves name and picture, and finds them after a reload', async ({
  signedInVisitor: visitor,
  driver,
}, testInfo) => {
  const form = byRole('region')('Profile Information');
  const photo = testInfo.outputPath('me.png');
  await writeFile(photo, picture(64, [109, 40, 217]));
  await visitor.open(paths.profile());
  await visitor.see(heading('Profile Information'));
  await visitor.fill(inside(form, field('Name')), 'Nell Saved');
  await visitor.fill(inside(form, field('Phone number')), '+1 (202) 555-0177');
  const input = await visitor.tab.$('section[aria-labelledby^=profile-information] [type=file]');
  await input?.uploadFile(photo);
  await visitor.see(image('Preview of me.png'));
  await visitor.click(inside(form, button('Save changes')));
  await visitor.see(text('Profile updated successfully!'));

  await visitor.tab.reload(parsed);
  await visitor.see(inside(form, field('Name')), { value: 'Nell Saved' });
  await visitor.see(image('Your profile image'));
  const saved = await (await ApiSession.open(driver)).profile();
  expect(saved).toMatchObject({ name: 'Nell Saved', phone: '+1 (202) 555-0177' });
  expect(saved.image).toMatch(/^\/api\/v1\/profile-images\//);
});
