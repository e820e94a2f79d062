import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Child } from '@kargo/commands/child';
import { root } from '@kargo/commands/settings';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import autocannon from 'autocannon';
import { addDriver } from 'e2e/support/add-driver';
import { ApiSession, profileFields } from 'e2e/support/api-session';
import { picture } from 'e2e/support/picture';
import { freePort } from 'local-services/free-port';
import { startHaproxy } from './support/haproxy.ts';
import { environmentOf } from './support/site-processes.ts';

// `pnpm proof rolling-restarts 10`: two gateways behind HAProxy, which call two APIs behind HAProxy,
// with one Postgres. In ten rounds each of them is stopped and started again, one after the other,
// while visitors and drivers use the site. No request may fail, not even a slow upload.

if (spawnSync('haproxy', ['-v']).status !== 0) {
  console.error(
    'HAProxy is not installed, so nothing was tried. On Debian: apt-get install haproxy',
  );
  process.exit(1);
}

const rounds = Number(process.argv[2] ?? 10);
/** Longer than HAProxy needs to detect it: two checks, 500 ms apart, on a busy machine. */
const SHUTDOWN_DELAY_SECONDS = '4';
/** The limit is 60 saves per driver in a quarter of an hour. */
const saveEveryMs = 20_000;

const failures: string[] = [];
const counts = { reads: 0, saves: 0, uploads: 0 };

const folder = await mkdtemp(join(tmpdir(), 'kargo-rolling-'));
const first = await freePort(6);
const [front, back] = [first, first + 1];
const balancers = {
  gateways: { port: front, servers: { gateway1: first + 2, gateway2: first + 3 } },
  apis: { port: back, servers: { api1: first + 4, api2: first + 5 } },
};
const site = `http://127.0.0.1:${front}`;
const ports: Record<string, number> = { ...balancers.apis.servers, ...balancers.gateways.servers };
const environments = { api: environmentOf('api'), gateway: environmentOf('gateway') };
const servers = new Map<string, Child>();
const longest = { toEnd: 0 };

await Promise.all(Object.keys(ports).map(start));
const haproxy = await startHaproxy(folder, balancers);
for (const server of Object.keys(ports)) await haproxy.untilUp(server);

let isOver = false;
const drivers: ApiSession[] = [];
for (let count = 0; count < 12; count += 1)
  drivers.push(await ApiSession.open(await addDriver(), site));
const load = [read(), ...drivers.map(save)];

for (let round = 1; round <= rounds; round += 1) {
  for (const number of [1, 2]) {
    await Promise.all([`api${number}`, `gateway${number}`].map(restart));
  }
  console.log(`${round} of ${rounds}:`, counts, `${failures.length} failed`, failures.at(-1) ?? '');
}
isOver = true;
await Promise.all(load);
for (const server of servers.values()) server.kill();
await haproxy.stop();
await rm(folder, { recursive: true });

console.log(
  `${rounds} rolling restarts, each at most ${longest.toEnd} ms from SIGTERM to its end;`,
);
console.log(counts, `${failures.length} failed`);
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

async function start(name: string): Promise<void> {
  const program = name.startsWith('api') ? 'api' : 'gateway';
  const server = new Child(
    {
      name,
      script: join(root, program === 'api' ? 'api' : 'platform/gateway', 'src/server.ts'),
      environment: {
        ...environments[program],
        LOG_LEVEL: 'warn',
        PORT: `${ports[name]}`,
        OPERATORS_PORT: '',
        SHUTDOWN_DELAY_SECONDS,
        ...(program === 'gateway' && {
          API_URL: `http://127.0.0.1:${back}`,
          STATE_DIR: join(folder, name),
          TRUST_PROXY: 'loopback',
        }),
      },
    },
    folder,
  );
  servers.set(name, server);
  const ended = await Promise.race([server.says('ready'), server.ended]);
  if (ended !== undefined) throw new Error(server.logTail());
}

async function restart(name: string): Promise<void> {
  const server = servers.get(name);
  if (!server) throw new Error(`There is no ${name}.`);
  const began = Date.now();
  await server.stop(60_000);
  longest.toEnd = Math.max(longest.toEnd, Date.now() - began);
  const ending = await server.ended;
  if (ending !== 0) failures.push(`${name} ended with ${ending}.`);
  await start(name);
  await haproxy.untilUp(name);
}

/** Visitors who read pages and files, and drivers who read their profiles. */
async function read(): Promise<void> {
  const paths = ['/', '/login', '/robots.txt', apiBasePath + apiPaths.ip()];
  const profiles = drivers.map(({ token }) => ({
    path: apiBasePath + apiPaths.verify(),
    headers: { authorization: `Bearer ${token}` },
  }));
  const requests = [...paths.map((path) => ({ path })), ...profiles];
  const load = { url: site, connections: 12, overallRate: 200, duration: 5, requests };
  while (!isOver) {
    const { errors, timeouts, non2xx, requests } = await autocannon(load);
    counts.reads += requests.total;
    if (errors + timeouts + non2xx > 0)
      failures.push(`Reading: ${errors} errors, ${timeouts} time-outs, ${non2xx} not 2xx.`);
  }
}

/** A driver who saves the profile, each other time on a slow connection, where sending the form takes eight seconds. */
async function save(session: ApiSession, index: number): Promise<void> {
  await wait(index * 1500);
  // Only two drivers send pictures: they are decoded, and only two at a time.
  const image = index < 2 ? picture(60, [index, 0, 99]) : undefined;
  while (!isOver) {
    const began = Date.now();
    await succeeds('a save', () => session.save(`Nell ${counts.saves}`, image));
    counts.saves += 1;
    await wait(saveEveryMs / 4);
    const form = profileFields(`Otto ${counts.uploads}`, image);
    await succeeds('a slow upload', () => sendInParts(session, form));
    counts.uploads += 1;
    await wait(Math.max(0, 2 * saveEveryMs - (Date.now() - began)));
  }
}

async function sendInParts(session: ApiSession, form: FormData): Promise<Response> {
  const whole = new Response(form);
  const type = whole.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await whole.arrayBuffer());
  async function* parts() {
    for (let part = 0; part < 16; part += 1) {
      const [from, to] = [part, part + 1].map((edge) => Math.floor((bytes.length * edge) / 16));
      yield bytes.subarray(from, to);
      await wait(500);
    }
  }
  const body = ReadableStream.from(parts());
  const headers = { 'content-type': type };
  return session.call(apiPaths.updateProfile(), { method: 'POST', headers, body, duplex: 'half' });
}

async function succeeds(what: string, ask: () => Promise<Response>): Promise<void> {
  const at = new Date().toISOString().slice(11, 23);
  try {
    const response = await ask();
    const body = await response.text();
    if (response.status !== 200)
      failures.push(`${at} ${what}: ${response.status} ${body.slice(0, 80)}`);
  } catch (error) {
    const { message, cause } = error as Error;
    failures.push(`${at} ${what}: ${message} ${cause instanceof Error ? cause.message : ''}`);
  }
}
