import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { addDriver } from 'e2e/support/add-driver';
import { drivers } from 'e2e/support/drivers';
import { idToken } from 'e2e/support/identity-provider';
import { stripeEvent } from 'e2e/support/stripe-event';
import { freePort } from 'local-services/free-port';
import { ApiCaller } from './support/api-caller.ts';
import type { Call } from './support/call-again-and-again.ts';
import { environmentOf } from './support/site-processes.ts';
import { Wire } from './support/wire.ts';

const folders = { api: 'api', gateway: 'platform/gateway' };

// `pnpm proof dependencies 3`: a separate API and gateway, with a wire to each dependency. In three
// rounds for each dependency, visitors and drivers use the site alone, then while 150 clients make
// calls that need the dependency, and then while these calls hang, since the dependency accepts
// connections but never answers. The p99 of the visitors and drivers may be 1.25 times as long in the
// last case as in the first.

const rounds = Number(process.argv[2] ?? 3);
const windowMs = 15_000;
const mostTimes = 1.25;

const environment = environmentOf('api');
const portIn = (address = '') => Number(/:(\d+)/.exec(address)?.[1]);
/** Serves the site's folder of pictures like a bucket. */
const bucket = createServer(async ({ url = '' }, response) => {
  const key = new URL(url, site).pathname.replace('/kargo/', '');
  const file = await readFile(join(environment.STORAGE_DIR ?? '', key)).catch(() => undefined);
  response.writeHead(file ? 200 : 404).end(file);
});
await once(bucket.listen(0, '127.0.0.1'), 'listening');
const wires = {
  identity: await Wire.to(portIn(environment.FIREBASE_AUTH_EMULATOR_HOST)),
  stripe: await Wire.to(portIn(environment.STRIPE_API_BASE)),
  storage: await Wire.to((bucket.address() as AddressInfo).port),
  mail: await Wire.to(portIn(environment.SMTP_URL)),
};
type Dependency = keyof typeof wires;

const folder = await mkdtemp(join(tmpdir(), 'kargo-dependencies-'));
const apiPort = await freePort(2);
const port = apiPort + 1;
const site = `http://127.0.0.1:${port}`;
const servers = [
  await start('api', {
    PORT: `${apiPort}`,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${wires.identity.port}`,
    STRIPE_API_BASE: `http://127.0.0.1:${wires.stripe.port}`,
    SMTP_URL: `smtp://127.0.0.1:${wires.mail.port}`,
    STORAGE_DRIVER: 's3',
    S3_BUCKET: 'kargo',
    S3_ENDPOINT: `http://127.0.0.1:${wires.storage.port}`,
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }),
  await start('gateway', {
    PORT: `${port}`,
    API_URL: `http://127.0.0.1:${apiPort}`,
    STATE_DIR: join(folder, 'gateway'),
  }),
];

/** The calls that need a dependency; the 150 clients make them in turn. */
const callsOf: Record<Dependency, () => Promise<Call[]>> = {
  async identity() {
    const caller = new ApiCaller(await addDriver(), site);
    await caller.logIn();
    const { email, password } = caller.driver;
    const login = { email, password, type: 'driver', web_request: true, device_id: null };
    const body = JSON.stringify({ ...login, firebase_token: await idToken(caller.driver) });
    const headers = { ...caller.headers, 'content-type': 'application/json' };
    return [{ method: 'POST', path: inApi(apiPaths.login()), headers, body }];
  },
  async stripe() {
    const { STRIPE_API_BASE = '', STRIPE_SECRET_KEY } = environment;
    const answer = await fetch(`${STRIPE_API_BASE}/v1/accounts`, {
      headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
    });
    const { data } = (await answer.json()) as { data: { id: string }[] };
    const path = inApi(apiPaths.stripeWebhook());
    // More than will be sent, since the API asks Stripe about each event only once.
    return Array.from({ length: 1000 }, () => ({
      method: 'POST',
      path,
      ...stripeEvent(data[0]?.id ?? ''),
    }));
  },
  async storage() {
    const path = inApi(apiPaths.profileImage(`${'a'.repeat(32)}.webp`));
    return [{ method: 'GET', path, headers: {} }];
  },
  async mail() {
    const caller = new ApiCaller(drivers.done, site);
    await caller.logIn();
    const path = inApi(apiPaths.updateBankDetails());
    return [{ method: 'GET', path, headers: caller.headers }];
  },
};

// Not measured, since the first calls of a program are always slow.
await others(await signedIn());

let hasFailed = false;
console.log(
  'Alone, while 150 clients need a dependency that answers, and while they need one that hangs:',
);
console.log(
  '| dependency | p50 | p99 | hangs / alone | hangs / answers | slowest | failed | its calls |',
);
for (const dependency of Object.keys(wires) as Dependency[]) {
  const windows: Windows = { alone: [], answers: [], hangs: [] };
  const said: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    windows.alone.push(await others(await signedIn()));
    windows.answers.push((await beside(dependency)).window);
    const { window, answers } = await beside(dependency, wires[dependency]);
    windows.hangs.push(window);
    for (const [answer, count] of Object.entries(answers))
      said[answer] = (said[answer] ?? 0) + count;
  }
  report(dependency, windows, said);
}
for (const server of servers) server.kill('SIGKILL');
await rm(folder, { recursive: true });
process.exit(hasFailed ? 1 : 0);

/** The sorted times of the other requests, in ms, and the number of those without status 200. */
interface Window {
  times: number[];
  failed: number;
}

type Windows = Record<'alone' | 'answers' | 'hangs', Window[]>;

function report(dependency: Dependency, windows: Windows, said: Record<string, number>): void {
  const all = Object.values(windows);
  const shares = (share: number) =>
    all.map((some) =>
      median(some.map(({ times }) => times[Math.floor(times.length * share)] ?? 0)),
    );
  const [alone = 0, answers = 0, hangs = 0] = shares(0.99);
  const failed = all.flat().reduce((sum, window) => sum + window.failed, 0);
  if (hangs / alone > mostTimes || failed > 0) hasFailed = true;
  const shown = (numbers: number[]) => numbers.map((number) => number.toFixed(1)).join(', ');
  const slowest = all.map((some) => Math.max(...some.map(({ times }) => times.at(-1) ?? 0)));
  const cells = [
    dependency,
    shown(shares(0.5)),
    shown([alone, answers, hangs]),
    (hangs / alone).toFixed(2),
    (hangs / answers).toFixed(2),
    shown(slowest),
    failed,
    JSON.stringify(said),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

/** Measures the others while 150 clients call a dependency; also returns the clients' responses. */
async function beside(dependency: Dependency, hanging?: Wire) {
  const calls = await callsOf[dependency]();
  const callers = await signedIn();
  const program = join(import.meta.dirname, 'support/call-again-and-again.ts');
  const attacker = fork(program, [`${port}`, '127.9.0.1']);
  await once(attacker, 'message');
  hanging?.hang();
  attacker.send(calls);
  const window = await others(callers);
  attacker.send('what were they answered');
  const [answers] = (await once(attacker, 'message')) as [Record<string, number>];
  attacker.kill();
  hanging?.mend();
  await untilMended(calls[0] as Call);
  return { window, answers };
}

/** Drivers who have just logged in, so that the API has to ask the identity provider about them. */
async function signedIn(): Promise<ApiCaller[]> {
  const callers: ApiCaller[] = [];
  for (let count = 0; count < 8; count += 1) callers.push(new ApiCaller(await addDriver(), site));
  for (const answer of await Promise.all(callers.map((caller) => caller.logIn()))) {
    if (!answer.ok) throw new Error(`A login was answered ${answer.status}.`);
  }
  return callers;
}

/** Eight drivers and sixteen visitors make four requests per second each. */
async function others(callers: ApiCaller[]): Promise<Window> {
  const window: Window = { times: [], failed: 0 };
  const drivers = callers.map(({ headers }) => ({
    paths: [inApi(apiPaths.verify())],
    headers,
  }));
  const visitors = Array.from({ length: 16 }, () => ({
    paths: ['/', inApi(apiPaths.ip()), '/login', '/about'],
    headers: {},
  }));
  const end = performance.now() + windowMs;
  const visit = async ({ paths, headers }: (typeof visitors)[number], index: number) => {
    const agent = new Agent({ keepAlive: true, localAddress: `127.8.0.${index + 1}` });
    await wait(index * 10);
    for (let count = 0; performance.now() < end; count += 1) {
      const path = paths[count % paths.length] as string;
      const began = performance.now();
      const status = await statusOf(path, headers, agent).catch(() => 0);
      window.times.push(performance.now() - began);
      if (status !== 200) window.failed += 1;
      await wait(Math.max(0, began + 250 - performance.now()));
    }
    agent.destroy();
  };
  await Promise.all([...drivers, ...visitors].map(visit));
  window.times.sort((a, b) => a - b);
  return window;
}

async function statusOf(
  path: string,
  headers: Record<string, string>,
  agent: Agent,
): Promise<number | undefined> {
  const asked = get({ host: '127.0.0.1', port, path, headers, agent });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await text(answer);
  return answer.statusCode;
}

/** Waits until calls succeed again and earlier ones have ended. */
async function untilMended({ method, path, headers, body }: Call): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    await wait(1000);
    const answer = await fetch(site + path, { method, headers, ...(body && { body }) });
    await answer.text();
    if (answer.status < 500 && attempt > 5) return;
  }
  throw new Error('Calls did not get through again.');
}

async function start(
  program: keyof typeof folders,
  changes: Record<string, string>,
): Promise<ChildProcess> {
  const server = fork(join(import.meta.dirname, `../../${folders[program]}/src/server.ts`), {
    env: { ...environmentOf(program), NODE_OPTIONS: '', LOG_LEVEL: 'fatal', ...changes },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error(`${program} does not start.`))),
  ]);
  return server;
}

function inApi(path: string): string {
  return apiBasePath + path;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
