/** Renders the promo video from its storyboard (see the README of this package). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { withPage } from '../with-page.ts';
import { files } from './files.ts';
import { film, frame } from './storyboard.ts';

/** VP9, for browsers without H.264. */
const webm = [
  ...['-c:v', 'libvpx-vp9', '-crf', '34', '-b:v', '0', '-row-mt', '1', '-pix_fmt', 'yuv420p'],
  ...['-g', '125', '-an', files.webm],
];

/** H.264 at a level for old phones, with its index first, so that it plays during its download. */
const mp4 = [
  ...['-c:v', 'libx264', '-profile:v', 'high', '-level', '3.1', '-refs', '4'],
  ...['-preset', 'veryslow', '-tune', 'animation'],
  ...['-crf', '25', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-g', '125', '-an'],
  files.mp4,
];

await withPage(film, async (page) => {
  const input = ['-f', 'image2pipe', '-c:v', 'png', '-framerate', `${film.framesPerSecond}`];
  const encoder = spawn(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...input, '-i', '-', ...webm, ...mp4],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(encoder, 'exit');
  const main = page.locator('main');
  for (let index = 0; index < film.seconds * film.framesPerSecond; index += 1) {
    await main.evaluate(
      (element, svg) => {
        element.innerHTML = svg;
      },
      frame(index / film.framesPerSecond),
    );
    if (!encoder.stdin.write(await page.screenshot())) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`);
});
