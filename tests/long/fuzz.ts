import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import { reportsPath } from '@kargo/shared-types/releases/release-addresses';
import { siteUrl } from 'e2e/support/site';
import { fuzzSignedIn, pick } from './support/fuzz-signed-in.ts';

// `pnpm proof fuzz 2`: two minutes of random requests to every route, through the gateway, and two
// minutes of requests from signed-in drivers, whose forms and bodies are almost valid. None may be
// answered with 500 or more, and afterwards the site has to respond as before.

const minutes = Number(process.argv[2] ?? 2);
const atOnce = 16;
const site = new URL(siteUrl);

const routes = [
  ...Object.values(paths).map((path) => path()),
  ...Object.values(apiPaths).map((path) => apiBasePath + path('0', 1)),
  ...['/healthz', '/readyz', '/sitemap.xml', '/releases/release-map.json'],
  ...['/releases/shell/0/main.js', reportsPath, '/api/docs', '/api/docs/json', '/api', '/nowhere'],
];
const methods = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'get'];
const oddities = [
  ...['%00', '%', '%ff', '../..', '%2e%2e%2f', '//', '\\', "'", '<', ';', '🚚', 'a'.repeat(9000)],
  ...['?', '#', '#%ff', '&a=%00'],
];
const types = [
  ...['application/json', 'multipart/form-data; boundary=x', 'multipart/form-data'],
  ...['application/x-www-form-urlencoded', 'text/plain', '', '\x80'],
];
const bodies = [
  ...['', '{}', 'null', '--x--', '['.repeat(20_000)],
  '{"firebase_token":"\\u0000"}',
  '{"kind":"vitals","app":"__proto__","version":"constructor","route":"/","lcp":1e999}',
  '{"firebase_token":1e999,"__proto__":{"a":1}}',
  '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\0\r\n--x--\r\n',
];
const names = [
  ...['Authorization', 'Cookie', 'X-XSRF-TOKEN', 'X-Device-Id', 'X-Request-Id', 'Stripe-Signature'],
  ...['Accept-Encoding', 'If-None-Match', 'Range', 'Expect', 'Transfer-Encoding'],
  ...['Content-Encoding', 'Upgrade', 'TE', 'Host', 'Origin', 'Sec-Fetch-Site', 'X-Forwarded-For'],
];
const values = [...oddities, 'Bearer x', 'bytes=0-', '100-continue', '1'];

const noise = (length: number) => randomBytes(length).toString('latin1');

const failures: string[] = [];

const statuses = await fuzzSignedOut();
console.log('Responses by status, not signed in:', statuses);
const signedIn = await fuzzSignedIn(minutes);
console.log('Responses by call and status, signed in:', signedIn.counts);
failures.push(...signedIn.failures);
const { status } = await fetch(siteUrl + apiBasePath + apiPaths.ip());
if (status !== 200) failures.push(`Afterwards ${apiPaths.ip()} responds with ${status}.`);
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

/** Returns how often each status came. */
async function fuzzSignedOut(): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const end = Date.now() + minutes * 60_000;
  const work = async () => {
    while (Date.now() < end) {
      const text = request();
      const status = await send(text);
      counts[status] = (counts[status] ?? 0) + 1;
      if (status >= 500) failures.push(`${status}: ${JSON.stringify(text.slice(0, 600))}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return counts;
}

function request(): string {
  let path = pick(routes);
  const at = Math.floor(Math.random() * path.length);
  if (Math.random() < 0.5) path = path.slice(0, at) + pick(oddities) + path.slice(at);
  const body = Math.random() < 0.2 ? noise(2000) : pick(bodies);
  const method = Math.random() < 0.3 ? 'POST' : pick(methods);
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${site.host}`, 'Connection: close'];
  while (Math.random() < 0.6)
    lines.push(`${pick(names)}: ${pick([...values, noise(12).replaceAll(/[\r\n]/g, '')])}`);
  if (Math.random() < 0.9) lines.push(`Content-Type: ${pick(types)}`);
  if (Math.random() < 0.9) lines.push(`Content-Length: ${Buffer.byteLength(body, 'latin1')}`);
  return [...lines, '', body].join('\r\n');
}

/** The status of the response; 0 when the connection was closed without one. */
function send(text: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(Number(site.port), site.hostname);
    let response = '';
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (response.length < 200) response += data.toString('latin1');
    });
    socket.once('close', () => {
      const final = response.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(final)?.[1] ?? 0));
    });
    socket.write(text, 'latin1');
  });
}
