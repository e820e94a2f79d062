import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '@kargo/commands/settings';
import { plantedBugs } from '@kargo/delivery/testing/planted-bugs';

// `pnpm proof release-log 10000 1`: 10,000 random runs from seed 1 on. Publishers are killed; their
// store is late, lists old objects, tears and doubles. Then each planted bug has to be found.

const [runs = 10_000, first = 1] = process.argv.slice(2).map(Number);
const began = performance.now();
const share = Math.ceil(runs / availableParallelism());
const parts = Array.from({ length: availableParallelism() }, async (_, index) => {
  const from = first + index * share;
  return play(from, Math.min(from + share, first + runs) - 1);
});
const broken = (await Promise.all(parts)).filter(({ status }) => status !== 0);
for (const { output } of broken) console.error(output);
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${runs} runs from seed ${first} on: ${broken.length} broken, in ${seconds} s`);

for (const [index, { what }] of plantedBugs.entries()) {
  const { status, output } = await play(1, 2000, index);
  if (status !== 2) broken.push({ status, output });
  const [line = ''] = output.split('\n');
  console.log(`${status === 2 ? 'Found' : 'NOT FOUND'}: ${what} (${line})`);
}
process.exitCode = broken.length > 0 ? 1 : 0;

/** Plays seeds until a run breaks; then the status is 2. */
async function play(from: number, to: number, bug?: number) {
  const program = join(root, 'platform/releases/delivery/src/testing/run-seeds.ts');
  const parameters = [from, to, ...(bug === undefined ? [] : [bug])].map(String);
  const child = spawn(process.execPath, [program, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ending = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { output: await text(child.stdout), status: await ending };
}
