import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from 'shared-types/api-paths';

// `pnpm proof sockets`: 500 connections from as many other addresses, and 120 from the visitor's own,
// hold on to the gateway in each way there is. The visitor's next calls are to take less than 500 ms.
// Afterwards 34,000 requests ask for their connection to be closed, and none may be left.

const site = new URL(process.env.SITE_URL ?? 'http://localhost:3000');
const api = (path: string) => new URL(apiBasePath + path, site);
const mostMilliseconds = 500;
const closedRequests = Number(process.argv[2] ?? 34_000);

const page = await (await fetch(site)).text();
const script = /\/releases\/[\w/.-]+\.js/.exec(page)?.[0] ?? '/';

/** What each connection sends before it says nothing more, or reads nothing more. */
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
process.exit(isTooSlow || after > before || unanswered > 0 ? 1 : 0);

/** Connections from 500 addresses of this machine, and 120 from the usual one. */
function openAll(text: string): Promise<Socket[]> {
  const others = Array.from({ length: 500 }, (_, index) => `127.9.${index >> 8}.${index & 255}`);
  const own = Array.from({ length: 120 }, () => '127.0.0.1');
  return Promise.all([...others, ...own].map((address) => open(text, address)));
}

async function open(text: string, localAddress: string): Promise<Socket> {
  const socket = connect({ port: Number(site.port), host: '127.0.0.1', localAddress });
  // Nothing is ever read; what is refused or closed is no error.
  socket.on('error', () => {}).pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Milliseconds until the whole answer is there. */
async function timed(request: () => Promise<Response>): Promise<number> {
  const started = performance.now();
  const answer = await request();
  await answer.text();
  if (answer.status >= 500) throw new Error(`${answer.url} answered ${answer.status}`);
  return performance.now() - started;
}

/** A login that the API has to judge, and refuses. */
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
