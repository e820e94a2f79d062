import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { squarePicture } from './square-picture.ts';

/**
 * `node decode-in-child.ts <pixels>`: writes the picture on standard input to standard output, as a
 * square WebP with sides of that many pixels. Fails if it is damaged or takes too much time or
 * memory. Without a parameter, prints how many kB of memory the process has reserved.
 */
const side = Number(process.argv[2] ?? tellReserved());

sharp.cache(false);
// A second thread would take more memory, and calls need the other cores.
sharp.concurrency(1);
process.stdout.write(await squarePicture(await buffer(process.stdin), side));

function tellReserved(): never {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    process.stdout.write(/VmData:\s+(\d+)/.exec(status)?.[1] ?? '0');
  } catch {
    process.stdout.write('0');
  }
  process.exit();
}
