import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CliError } from './cli-error.ts';
import { Supervisor } from './supervisor.ts';

let folder: string;
let supervisor: Supervisor;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-supervisor-'));
  supervisor = new Supervisor(folder);
});

afterEach(async () => {
  supervisor.kill();
  await rm(folder, { recursive: true, force: true });
});

test('The supervisor waits for the message of a program', async () => {
  const child = supervisor.keepRunning(await program('worker', `process.send('ready');${goesOn}`));
  await child.says('ready');
  await child.says('ready');
});

test('A program that ends unexpectedly is reported with the end of its log', async () => {
  supervisor.keepRunning(
    await program('worker', `console.error('No more parcels.'); process.exit(3);`),
  );
  await assert.rejects(supervisor.failure, (error) => {
    assert.ok(error instanceof CliError);
    assert.match(error.message, /^The worker ended unexpectedly \(3\)\. \S+worker\.log:\n/);
    assert.match(error.message, /\nNo more parcels\.$/);
    return true;
  });
});

test('A program that crashes is restarted, but not when it crashes too often', async () => {
  const worker = await program('worker', `console.log('up'); process.send('ready'); ${dies}`);
  const started = Date.now();
  supervisor.keepRunning(worker);
  await assert.rejects(supervisor.failure, /^Error: The worker ended unexpectedly \(3\)/);
  const starts = await readFile(join(folder, 'worker.log'), 'utf8');
  assert.equal(starts, 'up\n'.repeat(6));
  assert.ok(Date.now() - started > 250 * (1 + 3 + 7), 'it did not wait between the starts');
});

test('A program that was never ready is not restarted', async () => {
  supervisor.keepRunning(await program('worker', `console.log('up'); ${dies}`));
  await assert.rejects(supervisor.failure, /ended unexpectedly/);
  assert.equal(await readFile(join(folder, 'worker.log'), 'utf8'), 'up\n');
});

test('A restarted program keeps its place in the order of stopping', async () => {
  const order = join(folder, 'order');
  const code = (name: string) => `
    import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => { appendFileSync(${JSON.stringify(order)}, '${name} '); process.exit(0); });
    process.send('ready', () => {
      const mark = ${JSON.stringify(join(folder, 'mark'))};
      if ('${name}' === 'database' && !existsSync(mark)) { writeFileSync(mark, ''); process.exit(3); }
      console.log('settled');
    });${goesOn}`;
  await supervisor.keepRunning(await program('database', code('database'))).says('ready');
  await supervisor.keepRunning(await program('api', code('api'))).says('ready');
  while (!(await readFile(join(folder, 'database.log'), 'utf8')).includes('settled'))
    await wait(50);
  await supervisor.stop();
  assert.equal(await readFile(order, 'utf8'), 'api database ');
});

test('A program is restarted when its sources change, even after it has ended', async (context) => {
  const printed = context.mock.method(console, 'log', () => {});
  const sources = join(folder, 'sources');
  await mkdir(sources);
  const worker = await program('worker', `console.log('broken'); ${dies}`);
  const ready = supervisor.restartOnChange(worker, [sources]);
  while (printed.mock.callCount() === 0) await wait(50);
  await wait(300);
  assert.equal(await log('worker'), 'broken\n');
  const [said] = printed.mock.calls.map(({ arguments: [line] }) => String(line));
  assert.match(
    said ?? '',
    /The worker ended \(3\)\. It starts again when its sources change\. \S+worker\.log:\nbroken$/,
  );
  await program('worker', `console.log('mended'); process.send('ready');${goesOn}`);
  await writeFile(join(sources, 'one.test.ts'), '');
  await wait(300);
  assert.equal(await log('worker'), 'broken\n');
  // Both at once, so that they cause one restart, however busy the machine is.
  for (const name of ['one.ts', 'two.ts']) writeFileSync(join(sources, name), '');
  await ready;
  assert.equal(await log('worker'), 'broken\nmended\n');
  await writeFile(join(sources, 'one.ts'), 'changed');
  while ((await log('worker')) !== 'broken\nmended\nmended\n') await wait(50);
  await supervisor.stop();
  assert.equal(printed.mock.callCount(), 1, 'nothing about those we stopped');
});

test('A program that runs to completion is reported only when it fails', async () => {
  await supervisor.run(await program('good', ''));
  const bad = await program('bad', `console.log('Module not found'); process.exitCode = 2;`);
  await assert.rejects(supervisor.run(bad), /^Error: The bad failed \(2\)\.\nModule not found$/);
});

test('Programs are stopped in the reverse order of their start', async () => {
  const log = join(folder, 'order');
  const code = (name: string) => `
    import { appendFileSync } from 'node:fs';
    process.on('SIGTERM', () => setTimeout(() => {
      appendFileSync(${JSON.stringify(log)}, '${name} ');
      process.exit(0);
    }, 50));
    process.send('ready');${goesOn}`;
  for (const name of ['database', 'api', 'gateway']) {
    await supervisor.keepRunning(await program(name, code(name))).says('ready');
  }
  await supervisor.stop();
  assert.equal(await readFile(log, 'utf8'), 'gateway api database ');
});

test('A kill -9 of the supervisor leaves nothing running', async () => {
  const deaf = await program('deaf', `process.on('SIGTERM', () => {});${saysPid}`);
  const worker = await program('worker', saysPid);
  const supervising = `
    import { Supervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))};
    const supervisor = new Supervisor(${JSON.stringify(folder)});
    const children = ${JSON.stringify([deaf, worker])}.map((program) => supervisor.keepRunning(program));
    await Promise.all(children.map((child) => child.says('ready')));
    console.log('up');`;
  const killed = spawn(process.execPath, ['--input-type=module', '-e', supervising]);
  await once(killed.stdout, 'data');
  const pids = await Promise.all(['deaf', 'worker'].map(readPid));
  assert.deepEqual(pids.map(isRunning), [true, true]);

  killed.kill('SIGKILL');
  const deadline = Date.now() + 10_000;
  while (pids.some(isRunning)) {
    assert.ok(Date.now() < deadline, 'a child is still running');
    await wait(50);
  }
});

const dies = 'setTimeout(() => process.exit(3), 20);';

const goesOn = 'setInterval(() => {}, 1000);';

const saysPid = `console.log(process.pid); process.send('ready');${goesOn}`;

async function program(name: string, code: string) {
  const script = join(folder, `${name}.mjs`);
  await writeFile(script, code);
  return { name, script };
}

const log = (name: string) => readFile(join(folder, `${name}.log`), 'utf8').catch(() => '');

/** The process id that a program wrote into its log. */
async function readPid(name: string): Promise<number> {
  return Number(await readFile(join(folder, `${name}.log`), 'utf8'));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // In a container, ended orphans may stay in the process list, without a command.
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`).length > 0;
  } catch {
    return false;
  }
}
