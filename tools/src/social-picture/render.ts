/**
 * Renders the picture that stands beside shared links. Run by hand after a change: `pnpm --filter
 * tools social-picture`. Needs Chromium, which the project does not: the picture is committed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../film/browser.ts';
import { ownFonts } from '../own-fonts.ts';
import { picture, size } from './picture.ts';

const target = join(import.meta.dirname, '../../../shell/public/social-picture.png');

const page = await openBrowser(size.width, size.height);
const { frameTree } = await page.send<{ frameTree: { frame: { id: string } } }>(
  'Page.getFrameTree',
);
await page.send('Page.setDocumentContent', {
  frameId: frameTree.frame.id,
  html: `<style>body{margin:0}${ownFonts}</style><body>${picture}</body>`,
});
await page.send('Runtime.evaluate', {
  expression: 'Promise.all([...document.fonts].map((font) => font.load()))',
  awaitPromise: true,
});
const { data } = await page.send<{ data: string }>('Page.captureScreenshot', {
  clip: { x: 0, y: 0, ...size, scale: 1 },
});
writeFileSync(target, Buffer.from(data, 'base64'));
await page.close();
