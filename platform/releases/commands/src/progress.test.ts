import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { inWords, step } from './progress.ts';

test('A running step shows its time, and the time left by the share that is done', () => {
  const visits = { name: 'Opening', began: 1000, at: '23 of 68, a\u001b[2J', share: 0.5 };
  assert.equal(inWords(visits, 13_000), 'Opening: 12.0 s, about 12 s left; 23 of 68, a\uFFFD[2J');
  const unknown = { name: 'Waiting', began: 0, at: '', share: undefined };
  assert.equal(inWords(unknown, 3000), 'Waiting: 3.0 s');
});

test('Without a terminal, a line is printed every few seconds and at the end, and none afterwards', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const print = t.mock.method(console, 'log', () => undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = step('Waiting', () => promise);
  t.mock.timers.tick(9000);
  assert.match(String(print.mock.calls[0]?.arguments), /Waiting: \d+\.\d s/);
  resolve();
  await running;
  t.mock.timers.tick(90_000);
  // Too short for a line at its end.
  assert.equal(print.mock.callCount(), 1);
});

test('On a terminal, other output stays and the bar disappears', (t) => {
  const PROGRAM = `
    const { progress, step } = await import(${JSON.stringify(join(import.meta.dirname, 'progress.ts'))});
    const wait = () => new Promise((resolve) => setTimeout(resolve, 600));
    await step('Waiting', async (tell) => {
      tell('1 of 2', 0.5);
      await wait();
      progress('a line');
      await wait();
    });
    progress('the end');`;
  // Otherwise it has no columns.
  const command = `stty cols 100 rows 30; ${process.execPath} --input-type=module --eval "$PROGRAM"`;
  const { stdout, error } = spawnSync('script', ['-qec', command, '/dev/null'], {
    encoding: 'utf8',
    env: { ...process.env, CI: '', PROGRAM },
  });
  if (error) return t.skip('script is not installed');
  assert.match(stdout, /█░.*Waiting: 0\.\d s, about 1 s left; 1 of 2/);
  assert.match(stdout, / {2}a line\r\n/);
  const [, afterwards = ''] = stdout.split('the end');
  assert.doesNotMatch(afterwards, /Waiting/);
});
