/**
 * Renders the promo video from its storyboard. Run by hand after a change: `pnpm --filter tools
 * film`. Needs Chromium and ffmpeg, which the project does not: the film is committed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ownFonts } from '../own-fonts.ts';
import { openBrowser } from './browser.ts';
import { film, frame } from './storyboard.ts';

const shell = join(import.meta.dirname, '../../../shell');
const target = join(shell, 'src/layout/promo-video/how-kargo-works.webm');

const page = await openBrowser(film.width, film.height);
const { frameTree } = await page.send<{ frameTree: { frame: { id: string } } }>(
  'Page.getFrameTree',
);
await page.send('Page.setDocumentContent', {
  frameId: frameTree.frame.id,
  html: `<style>body{margin:0}${ownFonts}</style><body></body>`,
});
await evaluate('Promise.all([...document.fonts].map((font) => font.load()))');

const encoder = spawn(
  'ffmpeg',
  [
    ...['-y', '-loglevel', 'error'],
    ...['-f', 'image2pipe', '-c:v', 'png', '-framerate', `${film.framesPerSecond}`, '-i', '-'],
    ...['-c:v', 'libvpx-vp9', '-crf', '34', '-b:v', '0', '-row-mt', '1', '-pix_fmt', 'yuv420p'],
    ...['-g', '125', '-an', target],
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
for (let index = 0; index < film.seconds * film.framesPerSecond; index += 1) {
  const svg = frame(index / film.framesPerSecond);
  await evaluate(`document.body.innerHTML = ${JSON.stringify(svg)}`);
  const { data } = await page.send<{ data: string }>('Page.captureScreenshot');
  if (!encoder.stdin.write(Buffer.from(data, 'base64'))) await once(encoder.stdin, 'drain');
}
encoder.stdin.end();
await once(encoder, 'exit');
await page.close();

async function evaluate(expression: string): Promise<void> {
  await page.send('Runtime.evaluate', { expression, awaitPromise: true });
}
