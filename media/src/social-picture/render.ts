/** Renders the picture for shared links (see the README of this package). */
import { join } from 'node:path';
import { withPage } from '../with-page.ts';
import { picture, size } from './picture.ts';

const path = join(import.meta.dirname, '../../../shell/public/social-picture.png');

await withPage(size, async (page) => {
  await page.locator('main').evaluate((main, svg) => {
    main.innerHTML = svg;
  }, picture);
  await page.screenshot({ path });
});
