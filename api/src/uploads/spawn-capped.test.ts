import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { spawnCapped } from './spawn-capped.ts';

/** Fills this many megabytes. Without a parameter it prints what it has reserved, like the decoder. */
const program = `
  import { readFileSync } from 'node:fs';
  const megabytes = process.argv[2];
  if (megabytes === 'limits') process.stdout.write(readFileSync('/proc/self/limits'));
  else if (megabytes) Buffer.alloc(megabytes * 2 ** 20, 1);
  else process.stdout.write(/VmData:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
`;

test('a program has three seconds of processor time, however long they take', async (t) => {
  if (process.platform !== 'linux') return t.skip('no other system reports the limits');
  const child = await spawnCapped(await programFile(t), ['limits']);
  assert.match(await text(child.stdout), /Max cpu time +3 +3 +seconds/);
});

test('a program has memory for one picture only, whatever Node reserves', async (t) => {
  if (process.platform !== 'linux') return t.skip('no other system reports reserved memory');
  const file = await programFile(t);
  const endOf = async (megabytes: number) => {
    const [code] = await once(await spawnCapped(file, [`${megabytes}`]), 'close');
    return code;
  };
  assert.equal(await endOf(64), 0);
  assert.notEqual(await endOf(150), 0);
});

test('a program that does not print how much it has reserved is not run', async (t) => {
  await assert.rejects(spawnCapped(await programFile(t, ''), ['1']), /did not print/);
});

async function programFile(t: TestContext, source = program): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-capped-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'program.mjs');
  await writeFile(file, source);
  return file;
}
