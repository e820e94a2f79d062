import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { addDriver } from 'e2e/support/add-driver';
import { picture } from 'e2e/support/picture';
import { ApiCaller } from './support/api-caller.ts';

// `pnpm proof sockets`: 500 connections from as many other addresses, and 120 from the visitor's own
// address, occupy the gateway in each of several ways. The visitor's next calls have to take less
// than 500 ms. Then 34,000 requests ask for their connection to be closed, and no connection may be
// left. Then one address holds 23,000 idle connections after their first request, and another attack
// sends 80 forms without a session; neither may affect other visitors and drivers.

const site = new URL(process.env.SITE_URL ?? 'http://localhost:3000');
const api = (path: string) => new URL(apiBasePath + path, site);
const mostMilliseconds = 500;
const idleConnections = 23_000;
const anonymousUploads = 80;
/** Each has ten seconds without and ten with an attack. With fewer rounds the p99 is too random. */
const rounds = 10;
const closedRequests = Number(process.argv[2] ?? 34_000);

const page = await (await fetch(site)).text();
const script = /\/releases\/[\w/.-]+\.js/.exec(page)?.[0] ?? '/';

/** Bytes that each connection sends before it stops sending or reading. */
const attacks = {
  'no request': [],
  'half a header': ['GET / HTTP/1.1', 'Host:'],
  'a call whose body never comes': [
    `POST ${apiBasePath}${apiPaths.login()} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 400',
    '',
    '{',
  ],
  'an upload that never comes': [
    `POST ${apiBasePath}${apiPaths.updateProfile()} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 400000',
    '',
    '--x',
  ],
  'a file that is never read': [`GET ${script} HTTP/1.1`, 'Host: localhost', '', ''],
};

let isTooSlow = false;
console.log('| connections | ready after ms | ip, then login, in ms |\n| --- | --- | --- |');
for (const [what, lines] of Object.entries({ none: undefined, ...attacks })) {
  const began = performance.now();
  const sockets = lines ? await openAll(lines.join('\r\n')) : [];
  const ready = performance.now() - began;
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    times.push(await timed(() => fetch(api(apiPaths.ip()))), await timed(logIn));
  }
  if (Math.max(...times) >= mostMilliseconds) isTooSlow = true;
  const shown = times.map((time) => time.toFixed(0)).join(', ');
  console.log(`| ${what} | ${ready.toFixed(0)} | ${shown} |`);
  for (const socket of sockets) socket.destroy();
  await wait(1000);
}

const before = openConnections();
const began = performance.now();
let left = closedRequests;
let unanswered = 0;
await Promise.all(Array.from({ length: 40 }, closeMany));
const seconds = (performance.now() - began) / 1000;
await wait(3000);
const after = openConnections();
console.log(`\n${closedRequests} requests with "Connection: close" in ${seconds.toFixed(0)} s,`);
console.log(`${unanswered} unanswered; ${before} connections before, ${after} after`);

const isHarmed = [
  await harms(`${idleConnections} idle connections from one address`, holdIdle),
  await harms(`${anonymousUploads} uploads of nobody from one address`, uploadAsNobody),
];
process.exit(isTooSlow || after > before || unanswered > 0 || isHarmed.includes(true) ? 1 : 0);

/**
 * Visits from 40 addresses and a driver's forms, in turn without and with an attack.
 *
 * @param begin starts the attack, and returns a function that ends it
 * @returns whether a request failed, or the p99 of the visits was over 1.25 times as long
 */
async function harms(attack: string, begin: () => Promise<() => Promise<void>>): Promise<boolean> {
  const times = { alone: [] as number[], attacked: [] as number[] };
  // A new driver, since the number of saves per driver is limited.
  const saving = await signedIn();
  let failed = 0;
  for (let round = 0; round < rounds; round += 1) {
    failed += await visits(times.alone, saving);
    const end = await begin();
    failed += await visits(times.attacked, saving);
    await end();
    await wait(1000);
  }
  const [alone, attacked] = [p99(times.alone), p99(times.attacked)];
  const requests = times.alone.length + times.attacked.length;
  console.log(`\n${attack}: ${requests} visits, ${failed} failed;`);
  console.log(`p99 ${attacked.toFixed(1)} ms, without them ${alone.toFixed(1)} ms`);
  return failed > 0 || attacked / alone > 1.25;
}

async function signedIn(): Promise<ApiCaller> {
  const caller = new ApiCaller(await addDriver(), site.origin);
  await caller.logIn();
  return caller;
}

async function holdIdle(): Promise<() => Promise<void>> {
  // In two processes, since the attacker has a limit of open files, too.
  const holders = [1, 2].map(() =>
    fork(join(import.meta.dirname, 'support/hold-connections.ts'), [
      site.port,
      '127.7.0.1',
      `${idleConnections / 2}`,
    ]),
  );
  await Promise.all(holders.map((holder) => once(holder, 'message')));
  return async () => {
    for (const holder of holders) {
      holder.send('how many');
      const [held] = await once(holder, 'message');
      console.log(`${held} of ${idleConnections / 2} connections were let stay.`);
      holder.kill();
    }
  };
}

async function uploadAsNobody(): Promise<() => Promise<void>> {
  const uploader = fork(join(import.meta.dirname, 'support/upload-as-nobody.ts'), [
    site.port,
    '127.7.0.1',
    `${anonymousUploads}`,
    attacks['an upload that never comes'].join('\r\n'),
  ]);
  await once(uploader, 'message');
  return async () => void uploader.kill();
}

/**
 * For ten seconds, 40 visitors make four requests per second each, and a driver saves three pictures.
 * Returns the number of requests that failed.
 */
async function visits(times: number[], driver: ApiCaller): Promise<number> {
  const end = performance.now() + 10_000;
  let failed = 0;
  const visitor = async (_: unknown, index: number) => {
    const agent = new Agent({ keepAlive: true, localAddress: `127.8.0.${index + 1}` });
    await wait(index * 6);
    while (performance.now() < end) {
      for (const path of ['/', script, api(apiPaths.ip()).pathname, '/login']) {
        const began = performance.now();
        const status = await statusOf(path, agent).catch(() => 0);
        times.push(performance.now() - began);
        if (status !== 200) failed += 1;
        await wait(Math.max(0, began + 250 - performance.now()));
      }
    }
    agent.destroy();
  };
  await Promise.all([...Array.from({ length: 40 }, visitor), save()]);
  return failed;

  async function save(): Promise<void> {
    for (let form = 0; form < 3; form += 1) {
      const answer = await driver.save(`Nell ${form}`, picture(100, [form, 0, 0]));
      await answer.text();
      if (answer.status !== 200) failed += 1;
      await wait(2000);
    }
  }
}

async function statusOf(path: string, agent: Agent): Promise<number | undefined> {
  const [answer] = (await once(
    get({ host: '127.0.0.1', port: site.port, path, agent }),
    'response',
  )) as [IncomingMessage];
  await text(answer);
  return answer.statusCode;
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

/** Opens connections from 500 addresses of this machine, and 120 from the usual one. */
function openAll(text: string): Promise<Socket[]> {
  const others = Array.from({ length: 500 }, (_, index) => `127.9.${index >> 8}.${index & 255}`);
  const own = Array.from({ length: 120 }, () => '127.0.0.1');
  return Promise.all([...others, ...own].map((address) => open(text, address)));
}

async function open(text: string, localAddress: string): Promise<Socket> {
  const socket = connect({ port: Number(site.port), host: '127.0.0.1', localAddress });
  // Never reads; a refused or closed connection is no error.
  socket.on('error', () => {}).pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Milliseconds until the whole response has arrived. */
async function timed(request: () => Promise<Response>): Promise<number> {
  const started = performance.now();
  const answer = await request();
  await answer.text();
  if (answer.status >= 500) throw new Error(`${answer.url} answered ${answer.status}`);
  return performance.now() - started;
}

/** A login that the API has to check, and refuses. */
function logIn(): Promise<Response> {
  const login = { email: 'ada@kargo.example', password: 'x', type: 'driver', web_request: true };
  const body = JSON.stringify({ ...login, device_id: null, firebase_token: 'x.y.z' });
  const headers = { 'content-type': 'application/json' };
  return fetch(api(apiPaths.login()), { method: 'POST', headers, body });
}

async function closeMany(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const socket = connect(Number(site.port), '127.0.0.1').on('error', () => {});
    socket.write(
      `GET ${api(apiPaths.ip()).pathname} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    await once(socket, 'close');
    if (!answer.startsWith('HTTP/1.1 200')) unanswered += 1;
  }
}

/** The gateway's connections to visitors that are not closed on its side (Linux: proc(5)). */
function openConnections(): number {
  const port = Number(site.port).toString(16).toUpperCase().padStart(4, '0');
  const [listening, timeWait] = ['0A', '06'];
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  return rows.filter((row) => {
    const [, local = '', , state] = row.trim().split(/\s+/);
    return local.endsWith(`:${port}`) && state !== listening && state !== timeWait;
  }).length;
}
