import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readSettings, root } from '@kargo/commands/settings';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import autocannon from 'autocannon';
import { addDriver } from 'e2e/support/add-driver';
import { ApiSession } from 'e2e/support/api-session';
import { type Driver, drivers } from 'e2e/support/drivers';
import { picture } from 'e2e/support/picture';
import { siteUrl } from 'e2e/support/site';
import { type Sample, sampleSite } from './support/site-processes.ts';

// `pnpm proof soak 60`: visitors and drivers use the site for this many minutes, by default an hour. The resources of its
// processes may not grow in the second half, visitors may not wait longer in it, and no status may be 500 or more. Before that
// Prometheus says what it thinks of metrics and alerts.

if (spawnSync('promtool', ['--version']).error) {
  console.error(
    'promtool is not installed, so nothing was tried. On Debian: apt-get install --no-install-recommends prometheus',
  );
  process.exit(1);
}

const minutes = Number(process.argv[2] ?? 60);
const end = Date.now() + minutes * 60_000;

/** The most growth from the third to the last quarter: a part of the third, but not below `least`. */
const bounds = { memory: { part: 0.1, least: 15 }, descriptors: { part: 0.2, least: 20 } };

const failures: string[] = [];
const samples: Sample[] = [];
/** How often each call of a driver got each status. */
const statuses: Record<string, number> = {};

await checkMonitoring();
const own = [drivers.done, await addDriver(), await addDriver(), await addDriver()];
await Promise.all([watch(), visit(), ...own.map(drive)]);
console.log(statuses);
for (const name of new Set(samples.map((sample) => sample.name))) judge(name);
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

/** Checks what each operators' port shows, and the alerts with their tests. */
async function checkMonitoring(): Promise<void> {
  const { operators, apiOperators } = readSettings(process.env);
  for (const { number } of [operators, apiOperators]) {
    const metrics = await fetch(`http://127.0.0.1:${number}/metrics`);
    promtool(['check', 'metrics'], await metrics.text());
  }
  promtool(['check', 'rules', 'alerts.yaml', 'slo.yaml']);
  promtool(['test', 'rules', 'alerts.test.yaml', 'slo.test.yaml']);
}

function promtool(words: string[], input = ''): void {
  const cwd = join(root, 'platform/deploy/monitoring');
  const { status, stdout, stderr } = spawnSync('promtool', words, { cwd, input, encoding: 'utf8' });
  if (status !== 0) failures.push(`promtool ${words.join(' ')}: ${stdout}${stderr}`);
}

/** Visitors open pages, what pages ask for, and an address that does not exist. */
async function visit(): Promise<void> {
  const home = await (await fetch(siteUrl)).text();
  const files = new Set(home.match(/\/releases\/[\w/.-]+\.(?:js|css)/g));
  const pages = [paths.home(), paths.about(), paths.login(), paths.support()];
  const others = ['/releases/release-map.json', apiBasePath + apiPaths.ip(), '/nowhere'];
  const requests = [...pages, ...files, ...others].map((path) => ({ path }));
  const headers = { 'accept-encoding': 'gzip, br' };
  const pace = { connections: 3, overallRate: 80, duration: minutes * 30 };
  const load = { url: siteUrl, headers, requests, ...pace };
  const halves = [await autocannon(load), await autocannon(load)];
  for (const { requests, latency, errors, timeouts, '5xx': failed } of halves) {
    console.log(
      `${requests.total} requests of visitors, p50 ${latency.p50}, p99 ${latency.p99} ms`,
    );
    if (errors + timeouts + failed > 0)
      failures.push(`${errors} errors, ${timeouts} time-outs, ${failed} status 500 or above.`);
  }
  const [first = 0, second = 0] = halves.map(({ latency }) => latency.p50);
  if (second > 2 * first + 50) failures.push('Visitors wait longer in the second half.');
}

/** Logs in, reads and changes the profile, and logs out, again and again. */
async function drive(driver: Driver): Promise<void> {
  for (let round = 0; Date.now() < end; round += 1) {
    const session = await ApiSession.open(driver);
    for (let look = 0; look < 60 && Date.now() < end; look += 1) {
      const profile = await tell('profile', session.call(apiPaths.verify()));
      // As often as the API allows: 60 times in a quarter of an hour.
      if (look % 30 === 5) {
        const image = round % 2 === 0 ? picture(400, [round % 256, look, 128]) : undefined;
        await tell(image ? 'picture sent' : 'profile saved', session.save(`Nell ${round}`, image));
      }
      const { image } = JSON.parse(profile || '{}');
      if (image && look % 10 === 0) await tell('picture', fetch(siteUrl + image));
      await wait(400);
    }
    if (driver === drivers.done)
      await tell('bank link', session.call(apiPaths.updateBankDetails()));
    await tell('logout', session.call(apiPaths.logout(), { method: 'POST' }));
    await tell('profile after logout', session.call(apiPaths.verify()));
  }
}

/** Counts a response, and returns its text. */
async function tell(call: string, response: Promise<Response>): Promise<string> {
  try {
    const reply = await response;
    const text = await reply.text();
    const what = `${call} ${reply.status}`;
    statuses[what] = (statuses[what] ?? 0) + 1;
    if (reply.status >= 500) failures.push(`${what} ${text.slice(0, 200)}`);
    return text;
  } catch (error) {
    failures.push(`${call}: ${error} ${error instanceof Error ? error.cause : ''}`);
    return '';
  }
}

async function watch(): Promise<void> {
  while (Date.now() < end) {
    samples.push(...sampleSite());
    await wait(Math.max(2000, (minutes * 60_000) / 240));
  }
}

/** Compares the quarters of what a process used. */
function judge(name: string): void {
  const own = samples.filter((sample) => sample.name === name);
  for (const what of ['memory', 'descriptors'] as const) {
    const values = own.map((sample) => sample[what]);
    const quarters = [0, 1, 2, 3].map((index) => {
      const [from, to] = [index, index + 1].map((it) => Math.ceil((it * values.length) / 4));
      return Math.round(median(values.slice(from, to)));
    });
    console.log(`${what} of ${name}, by quarter: ${quarters.join(', ')}`);
    const [, , third = 0, fourth = 0] = quarters;
    const { part, least } = bounds[what];
    if (fourth - third > Math.max(least, part * third)) failures.push(`${what} of ${name} grows.`);
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
