import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import { fuzzSignedIn } from './support/fuzz-signed-in.ts';

// `pnpm proof fuzz 2`: two minutes of random requests to every route, through the gateway, and two
// minutes of requests from signed-in drivers, whose forms and bodies are almost valid. None may be
// answered with 500 or more, and afterwards the site has to respond as before.

const minutes = Number(process.argv[2] ?? 2);
const atOnce = 16;
const site = new URL(process.env.SITE_URL ?? 'http://localhost:3000');

const pages = Object.values(paths).map((path) => path());
const calls = Object.values(apiPaths).map((path) => apiBasePath + path('0', 1));
const files = [
  '/healthz',
  '/readyz',
  '/sitemap.xml',
  '/releases/release-map.json',
  '/releases/shell/0/main.js',
];
const routes = [...pages, ...calls, ...files, '/api/docs', '/api/docs/json', '/api', '/nowhere'];
const methods = [
  'GET',
  'POST',
  'POST',
  'POST',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'get',
];
const oddities = [
  '%00',
  '%',
  '%ff',
  '../..',
  '%2e%2e%2f',
  '//',
  '\\',
  "'",
  '<',
  '?',
  '#',
  '#%ff',
  '&a=%00',
  ';',
  '🚚',
  'a'.repeat(9000),
];
const types = [
  'application/json',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/plain',
  '',
  '\x80',
];
const bodies = [
  '',
  '{}',
  '{"firebase_token":"\\u0000"}',
  '{"firebase_token":1e999,"__proto__":{"a":1}}',
  '['.repeat(20_000),
  'null',
  '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\0\r\n--x--\r\n',
  '--x--',
];
const names = [
  'Authorization',
  'Cookie',
  'X-XSRF-TOKEN',
  'X-Device-Id',
  'Accept-Encoding',
  'If-None-Match',
  'Range',
  'Expect',
  'Upgrade',
  'TE',
  'X-Forwarded-For',
  'X-Request-Id',
  'Transfer-Encoding',
  'Content-Encoding',
  'Origin',
  'Sec-Fetch-Site',
  'Host',
  'Stripe-Signature',
];

const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)] as Item;
const noise = () =>
  pick([
    ...oddities,
    randomBytes(12)
      .toString('latin1')
      .replaceAll(/[\r\n]/g, ''),
    'Bearer x',
    'bytes=0-',
    '100-continue',
    '1',
  ]);

function request(): string {
  let path = pick(routes);
  const at = Math.floor(Math.random() * path.length);
  if (Math.random() < 0.5) path = path.slice(0, at) + pick(oddities) + path.slice(at);
  const body = Math.random() < 0.2 ? randomBytes(2000).toString('latin1') : pick(bodies);
  const lines = [`${pick(methods)} ${path} HTTP/1.1`, `Host: ${site.host}`, 'Connection: close'];
  while (Math.random() < 0.6) lines.push(`${pick(names)}: ${noise()}`);
  if (Math.random() < 0.9) lines.push(`Content-Type: ${pick(types)}`);
  if (Math.random() < 0.9) lines.push(`Content-Length: ${Buffer.byteLength(body, 'latin1')}`);
  return [...lines, '', body].join('\r\n');
}

/** The status of the response; 0 when the connection was closed without one. */
function send(text: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(Number(site.port), site.hostname);
    let answer = '';
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (answer.length < 200) answer += data.toString('latin1');
    });
    socket.once('close', () => {
      const final = answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(final)?.[1] ?? 0));
    });
    socket.write(text, 'latin1');
  });
}

const counts = new Map<number, number>();
const failures: string[] = [];
const end = Date.now() + minutes * 60_000;

async function worker(): Promise<void> {
  while (Date.now() < end) {
    const text = request();
    const status = await send(text);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (status >= 500) failures.push(`${status}: ${JSON.stringify(text.slice(0, 600))}`);
  }
}

await Promise.all(Array.from({ length: atOnce }, worker));
const sorted = (statuses: Map<unknown, number>) => Object.fromEntries([...statuses].toSorted());
console.log('Answers by status, not signed in:', sorted(counts));
const signedIn = await fuzzSignedIn(minutes);
console.log('Answers by call and status, signed in:', sorted(signedIn.counts));
failures.push(...signedIn.failures);
for (const failure of failures.slice(0, 20)) console.error(failure);
const { status } = await fetch(new URL(apiBasePath + apiPaths.ip(), site));
if (status !== 200) console.error(`Afterwards ${apiPaths.ip()} answers ${status}.`);
process.exitCode = failures.length > 0 || status !== 200 ? 1 : 0;
