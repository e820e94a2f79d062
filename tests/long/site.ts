import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readSettings, root } from '@kargo/commands/settings';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import autocannon from 'autocannon';
import { picture } from 'e2e/support/picture';
import { siteUrl } from 'e2e/support/site';
import { forgeReports } from './support/forge-reports.ts';
import { SavingDriver } from './support/saving-driver.ts';
import { processOf, sampleSite } from './support/site-processes.ts';

// `pnpm proof site 60`: what Prometheus says of metrics and alerts, load, connections that are held open, and 60 kills of
// the API while 20 drivers save their profiles. No request may fail under load, a visitor's call may take 500 ms beside
// 620 held connections, forged reports may slow nobody down, and after each kill every acknowledged change has to be
// there, and nothing that was not sent.

if (spawnSync('promtool', ['--version']).error) {
  console.error(
    'promtool is not installed, so nothing was tried. On Debian: apt-get install --no-install-recommends prometheus',
  );
  process.exit(1);
}

const kills = Number(process.argv[2] ?? 60);
const site = new URL(siteUrl);
const api = (path: string) => siteUrl + apiBasePath + path;
const failures: string[] = [];

await checkMonitoring();
await load();
await holdConnections();
await forge();
await killApi();
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

/** Checks what each operators' port shows, and the alerts with their tests. */
async function checkMonitoring(): Promise<void> {
  const { operators, apiOperators } = readSettings(process.env);
  for (const { number } of [operators, apiOperators]) {
    const metrics = await fetch(`http://127.0.0.1:${number}/metrics`);
    promtool(['check', 'metrics'], await metrics.text());
  }
  promtool(['check', 'rules', 'alerts.yaml']);
  promtool(['test', 'rules', 'alerts.test.yaml']);
}

function promtool(words: string[], input = ''): void {
  const cwd = join(root, 'platform/deploy/monitoring');
  const { status, stdout, stderr } = spawnSync('promtool', words, { cwd, input, encoding: 'utf8' });
  if (status !== 0) failures.push(`promtool ${words.join(' ')}: ${stdout}${stderr}`);
}

async function load(): Promise<void> {
  for (const path of ['/', '/login', apiBasePath + apiPaths.ip()]) {
    const result = await autocannon({ url: siteUrl + path, connections: 40, duration: 10 });
    const { errors, timeouts, non2xx, requests, latency } = result;
    if (errors + timeouts + non2xx > 0)
      failures.push(`${path}: ${errors} errors, ${timeouts} time-outs, ${non2xx} not 2xx.`);
    console.log(`${path}: ${requests.average} requests a second, p99 ${latency.p99} ms`);
  }
}

/** Connections from 500 other addresses and 120 from the visitor's own, which stop sending or reading. */
async function holdConnections(): Promise<void> {
  const upload = `POST ${apiBasePath}${apiPaths.updateProfile()} HTTP/1.1`;
  const attacks: Record<string, string[]> = {
    'no request': [],
    'half a header': ['GET / HTTP/1.1', 'Host:'],
    'an upload that never comes': [
      upload,
      'Host: localhost',
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 400000',
      '',
      '--x',
    ],
    'a page that is never read': ['GET / HTTP/1.1', 'Host: localhost', '', ''],
  };
  for (const [what, lines] of Object.entries(attacks)) {
    const others = Array.from({ length: 500 }, (_, index) => `127.9.${index >> 8}.${index & 255}`);
    const own = Array.from({ length: 120 }, () => '127.0.0.1');
    const text = lines.join('\r\n');
    const sockets = await Promise.all([...others, ...own].map((address) => open(text, address)));
    const began = performance.now();
    const { status } = await fetch(api(apiPaths.ip()));
    const ms = Math.round(performance.now() - began);
    console.log(`${what}: a call took ${ms} ms`);
    if (status !== 200 || ms >= 500) failures.push(`${what}: ${status} after ${ms} ms.`);
    for (const socket of sockets) socket.destroy();
    await wait(1000);
  }
}

async function open(text: string, localAddress: string): Promise<Socket> {
  const socket = connect({ port: Number(site.port), host: '127.0.0.1', localAddress });
  // Never reads. A refused or closed connection is no error.
  socket.on('error', () => {}).pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** A hundred thousand forged reports beside a visitor: `/` stays as fast, memory flat, and the releases the same. */
async function forge(): Promise<void> {
  const measure = async () => {
    const visits = { url: siteUrl, connections: 4, overallRate: 100, duration: 30 };
    return (await autocannon(visits)).latency.p99;
  };
  const memory = () => sampleSite().find(({ name }) => name === 'gateway')?.memory ?? 0;
  const current = async () => (await fetch(siteUrl + releaseMapPath)).text();
  const before = { p99: await measure(), current: await current() };
  // The first reports fill caches that stay.
  const warm = await forgeReports(siteUrl, 20_000);
  const memoryBefore = memory();
  const forging = forgeReports(siteUrl, 80_000);
  const p99 = await measure();
  const counts = await forging;
  const grown = Math.round(memory() - memoryBefore);
  console.log('forged reports:', counts, `p99 ${before.p99} and ${p99} ms, ${grown} MB more`);
  // A quarter of a few milliseconds is within the noise.
  if (p99 > Math.max(1.25 * before.p99, before.p99 + 5))
    failures.push(`Beside forged reports the p99 of / is ${p99} ms, and else ${before.p99} ms.`);
  if (grown > 64) failures.push(`Forged reports took ${grown} MB.`);
  if ((await current()) !== before.current) failures.push('Forged reports changed the releases.');
  for (const status of Object.keys({ ...warm, ...counts }))
    if (!['204', '413', '429'].includes(status)) failures.push(`A forged report got ${status}.`);
}

async function killApi(): Promise<void> {
  /** In ms. Each driver saves at a random moment of this time, and the API is killed at another. */
  const longestWrite = 4000;
  /** In ms. `start` stops the site if a program ends more than five times in a minute. */
  const pause = (60_000 + longestWrite) / 5 + 200;
  const counts = { acknowledged: 0, unanswered: 0 };
  const drivers = await Promise.all(Array.from({ length: 20 }, () => SavingDriver.add()));
  let longest = 0;
  for (let round = 1; round <= kills; round += 1) {
    const began = Date.now();
    const saves = drivers.map(async (driver, index) => {
      await wait(longestWrite * Math.random());
      const image = (round + index) % 10 === 0 ? picture(100, [round, index, 0]) : undefined;
      const { acknowledged, problem } = await driver.save(`Nell ${round}`, image);
      counts[acknowledged ? 'acknowledged' : 'unanswered'] += 1;
      if (problem) failures.push(problem);
    });
    await wait(longestWrite * Math.random());
    process.kill(processOf('api'), 'SIGKILL');
    const killed = Date.now();
    await Promise.all(saves);
    await untilBack();
    longest = Math.max(longest, Date.now() - killed);
    const problems = await Promise.all(drivers.map((driver) => driver.problem()));
    failures.push(...problems.filter((problem) => problem !== undefined));
    await wait(Math.max(0, pause - (Date.now() - began)));
  }
  console.log(`${kills} kills;`, counts, `back after ${longest} ms at the latest`);
}

async function untilBack(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(api(apiPaths.verify())).catch(() => undefined);
    if (response?.status === 401) return;
    await wait(100);
  }
  throw new Error('The API was not back after 30 s.');
}
