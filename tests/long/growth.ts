import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { addDriver } from 'e2e/support/add-driver';
import { connectToDatabase } from 'e2e/support/connect-to-database';
import { freePort } from 'local-services/free-port';
import { ApiCaller } from './support/api-caller.ts';
import { countOf, few, insertions, planted } from './support/planted-rows.ts';
import { environmentOf } from './support/site-processes.ts';

// `pnpm proof growth`: a million drivers, and a million expired audit events, limits and sign-ins
// each. Two APIs start at once, with a clean-up at their start, while drivers keep calling a third
// API. Afterwards all expired rows have to be gone and all recent ones kept, only one of the two APIs
// may have deleted, and no call may fail.

/** The time in which calls are collected for one p99. */
const windowMs = 5000;
const quietWindows = 12;

const failures: string[] = [];
let times: number[] = [];
let calls = 0;
let isOver = false;

const db = await connectToDatabase();
const callers = await signedInCallers(10);
const fillingMs = await timeOf(async () => {
  for (const statement of insertions()) await db.query(statement);
  await db.query('vacuum analyze');
  await db.query('checkpoint');
});
console.log(`filled in ${Math.round(fillingMs / 1000)} s`);

const load = callers.map(call);
await windows(3, () => false);
const quiet = await windows(quietWindows, () => false);
const cleaners = await startTwo();
let isClean = false;
const watching = watchCleanUp().finally(() => {
  isClean = true;
});
const beside = await windows(Number.POSITIVE_INFINITY, () => isClean);
const { ms, processes } = await watching;
isOver = true;
await Promise.all(load);

const logs = await Promise.all(cleaners.map(stop));
for (const line of logs.join('').split('\n').filter(Boolean)) failures.push(line);
for (const table of Object.keys(planted)) {
  const { rows } = await db.query(countOf(table));
  const { old, young } = rows[0] as { old: number; young: number };
  console.log(`${table}: ${old} old, ${young} young rows are left`);
  if (old > 0) failures.push(`${old} old rows are left in ${table}.`);
  if (young !== few) failures.push(`Of ${few} young rows in ${table} ${young} are left.`);
}
await db.end();
if (processes.length !== 1) failures.push(`It was done by ${processes.join(' and ') || 'nobody'}.`);

const [before, during] = [middle(quiet), middle(beside)];
const ratio = during / before;
if (!(ratio <= 1.25))
  failures.push(`p99 was ${during.toFixed()} ms, and ${before.toFixed()} before.`);
console.log(`cleaned up in ${(ms / 1000).toFixed(1)} s by ${processes}; ${calls} calls`);
console.log('p99 of each window before and during:', quiet.map(Math.round), beside.map(Math.round));
console.log(
  `p99 ${before.toFixed()} and ${during.toFixed()} ms: ratio ${ratio.toFixed(2)}; load ${loadavg()[0]?.toFixed(1)}`,
);
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

async function signedInCallers(count: number): Promise<ApiCaller[]> {
  const signedIn: ApiCaller[] = [];
  for (let index = 0; index < count; index += 1) {
    const caller = new ApiCaller(await addDriver());
    await caller.logIn();
    signedIn.push(caller);
  }
  return signedIn;
}

/** Calls beside the clean-up that read, count and write: profiles, requested mails, logins. */
async function call(caller: ApiCaller): Promise<void> {
  for (let count = 1; !isOver; count += 1) {
    await succeeds(200, () => caller.call(apiPaths.verify()));
    // The limit for these calls is 10,000 in a quarter of an hour.
    if (count % 5 === 0)
      await succeeds(204, () => caller.call(apiPaths.resendOnboardingLink('x'.repeat(43), 1)));
    // Not measured, since a login includes requests to the identity provider.
    if (count % 20 === 0) await caller.logIn().then(requireOk, failed);
    await wait(100);
  }
}

async function succeeds(status: number, ask: () => Promise<Response>): Promise<void> {
  const began = performance.now();
  try {
    const answer = await ask();
    await answer.text();
    times.push(performance.now() - began);
    calls += 1;
    if (answer.status !== status) failures.push(`A call was answered ${answer.status}.`);
  } catch (error) {
    failed(error);
  }
}

function failed(error: unknown): void {
  failures.push(`A call failed: ${error}`);
}

function requireOk({ ok, status }: Response): void {
  if (!ok) failures.push(`A login was answered ${status}.`);
}

/** The p99 of each window, for this number of windows or until `isEnd`. */
async function windows(count: number, isEnd: () => boolean): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count && !isEnd()) {
    times = [];
    await wait(windowMs);
    if (isEnd() && found.length > 0) break;
    found.push(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0);
  }
  return found;
}

/** Starts two APIs, each with its own name at the database. */
async function startTwo() {
  const first = await freePort(2);
  const started = ['cleaner one', 'cleaner two'].map((name, index) => {
    const server = fork(join(import.meta.dirname, '../../api/src/server.ts'), {
      env: {
        ...environmentOf('api'),
        NODE_OPTIONS: '',
        LOG_LEVEL: 'warn',
        PORT: `${first + index}`,
        PGAPPNAME: name,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    return { server, log: server.stdout ? text(server.stdout) : Promise.resolve('') };
  });
  await Promise.all(started.map(({ server }) => untilReady(server)));
  return started;
}

async function untilReady(server: ChildProcess): Promise<void> {
  const [message] = await Promise.race([once(server, 'message'), once(server, 'exit')]);
  if (message !== 'ready') throw new Error(`An API ended with ${message}.`);
}

/** The API's log: warnings and errors only. */
async function stop({
  server,
  log,
}: Awaited<ReturnType<typeof startTwo>>[number]): Promise<string> {
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  await exit;
  return log;
}

/** Watches which API deletes, until the lock for the clean-up is released. */
async function watchCleanUp() {
  const processes = new Set<string>();
  const watcher = await connectToDatabase();
  let isDone = false;
  const ms = await timeOf(async () => {
    const end = Date.now() + 600_000;
    while (!isDone) {
      if (Date.now() > end) throw new Error('It was not cleaned up within ten minutes.');
      await wait(50);
      const { rows } = await watcher.query(`
        select application_name as name, query like '%pg_advisory_unlock%' as "isDone"
        from pg_stat_activity where application_name like 'cleaner %'
        and query ~* '^(delete|select forget_old|.*pg_advisory_unlock)'`);
      for (const { name } of rows) processes.add(name);
      isDone = rows.some((row) => row.isDone);
    }
  });
  await watcher.end();
  return { ms, processes: [...processes] };
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
