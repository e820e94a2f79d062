import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Child } from '@kargo/commands/child';
import { root } from '@kargo/commands/settings';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { Request } from 'autocannon';
import { addDriver } from 'e2e/support/add-driver';
import type { Driver } from 'e2e/support/drivers';
import { picture } from 'e2e/support/picture';
import { runScript } from 'e2e/support/run-script';
import { freePorts } from 'local-services/free-port';
import { databaseUrls, localDatabase } from 'local-services/postgres-url';
import { completePayouts, mailsTo } from './support/complete-payouts.ts';
import { copyReleases } from './support/copy-releases.ts';
import { eventually } from './support/eventually.ts';
import { startHaproxy } from './support/haproxy.ts';
import { pagesAndFiles, startReading } from './support/reading.ts';
import { addSavingDriver } from './support/saving-driver.ts';
import { environmentOf } from './support/site-processes.ts';

// `pnpm proof many 300`: two gateways, three APIs, Postgres and a bucket behind HAProxy, as in
// docker-compose.many.yml. In use, servers restart, then are killed for 300 s. Acknowledged changes
// must survive; each driver who sets up payouts gets one mail, and Stripe's event verifies them.

if (spawnSync('haproxy', ['-v']).status !== 0) {
  console.error(
    'HAProxy is not installed, so nothing was tried. On Debian: apt-get install haproxy',
  );
  process.exit(77);
}

/** How long servers are killed. Other times depend on it. */
const killingMs = Number(process.argv[2] ?? 300) * 1000;
/** The limit is 60 saves per driver in 15 minutes. */
const saveEveryMs = 16_000;

const names = {
  gateway: ['gateway1', 'gateway2'],
  api: ['api1', 'api2', 'api3'],
  services: ['postgres', 'bucket', 'stripe'],
} as const;
type Name = (typeof names)[keyof typeof names][number];
const balanced: Name[] = [...names.gateway, ...names.api];
const folder = await mkdtemp(join(tmpdir(), 'kargo-many-'));
const ports = await freePorts([...balanced, ...names.services, 'front', 'back', 'operators']);
const at = (name: keyof typeof ports) => `http://127.0.0.1:${ports[name]}`;
const site = at('front');
const database = databaseUrls(Number(ports.postgres));
const environments = {
  api: {
    ...environmentOf('api'),
    ...database,
    STRIPE_API_BASE: at('stripe'),
    STORAGE_DRIVER: 's3',
    S3_BUCKET: 'files',
    S3_ENDPOINT: at('bucket'),
    S3_ACCESS_KEY_ID: 'kargo',
    S3_SECRET_ACCESS_KEY: 'kargo',
  },
  gateway: {
    ...environmentOf('gateway'),
    API_URL: at('back'),
    RELEASES: 's3://releases',
    AWS_ENDPOINT_URL: at('bucket'),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'kargo',
    AWS_SECRET_ACCESS_KEY: 'kargo',
  },
};
Object.assign(process.env, database);

const failures: string[] = [];
/** How many requests of each kind this part made, and how many failed, by reason. */
let asked: Record<string, number> = {};
let failed: Record<string, number> = {};
let ended: Name | undefined;
let isPostgresAway = false;
let isOver = false;

const servers = new Map<Name, Child>();
await copyReleases(join(folder, 'buckets/releases'));
await Promise.all(names.services.map(start));
await runScript([join(root, 'api/src/commands/migrate.ts')]);
await Promise.all(balanced.map(start));
const haproxy = await startHaproxy(folder, {
  8080: ports.front,
  8081: ports.back,
  gateway: names.gateway.map((name) => ports[name]),
  api: names.api.map((name) => ports[name]),
});
await Promise.all(balanced.map(haproxy.untilUp));

const drivers: Awaited<ReturnType<typeof addSavingDriver>>[] = [];
const newcomers: Driver[] = [];
while (drivers.length < 24) {
  drivers.push(await addSavingDriver(failures, site));
  newcomers.push(await addDriver());
}
const visits = [
  keepReading('pages and files', await pagesAndFiles(site)),
  keepReading('calls', reads()),
];
const load = [...drivers.map(save), ...newcomers.map(setUpPayouts)].map((part) =>
  part.catch(({ message }) => void failures.push(message)),
);

const parts: [what: string, most: number, disturb: () => Promise<void>][] = [
  ['Gateways and APIs restarted one by one', 0, restartAll],
  ['One of them, Postgres or the bucket killed every 5 s', 0.001, killAll],
];
for (const [what, most, disturb] of parts) {
  [asked, failed, ended] = [{}, {}, undefined];
  await disturb();
  // So that each driver saves once more.
  await wait(saveEveryMs);
  console.log(`${what}:`, asked, 'failed:', failed);
  for (const [kind, all] of Object.entries(asked)) {
    const reasons = Object.entries(failed).filter(([reason]) => reason.startsWith(kind));
    const sum = reasons.reduce((before, [, times]) => before + times, 0);
    // Pictures need the bucket.
    if (sum > most * all && (most === 0 || kind !== 'pictures'))
      failures.push(`${what}: ${sum} of ${all} ${kind} failed.`);
  }
}
isOver = true;
for (const visit of visits) visit.stop();
await Promise.all(load);
await eventually(async () => {
  const metrics = await (await fetch(`${at('operators')}/metrics`)).text();
  if (!/^kargo_mails_waiting 0$/m.test(metrics)) throw new Error('A mail still waits.');
});
for (const { email } of newcomers) {
  const { length } = await mailsTo(email);
  if (length !== 1) failures.push(`${email} got ${length} mails.`);
}
for (const server of servers.values()) server.kill();
if (failures.length === 0) await rm(folder, { recursive: true });
console.log(`${newcomers.length} forms, mails and events of payouts, ${failures.length} failures`);
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

async function start(name: Name): Promise<void> {
  const server = new Child({ name, ...programOf(name) }, folder, { addToLog: true });
  servers.set(name, server);
  const ending = await Promise.race([server.says('ready'), server.ended]);
  if (ending !== undefined) throw new Error(server.logTail());
}

function programOf(name: Name) {
  const told = `--stripe-webhook=${site}${apiBasePath}${apiPaths.stripeWebhook()}`;
  const parameters = [`--data=${folder}`, `--${name}-port=${ports[name]}`, told];
  const environment = { POSTGRES_PASSWORD: localDatabase };
  if (!balanced.includes(name))
    return { script: join(root, 'local/services/src/server.ts'), parameters, environment };
  const program = name.startsWith('api') ? 'api' : 'gateway';
  return {
    script: join(root, program === 'api' ? 'api' : 'platform/gateway', 'src/server.ts'),
    environment: {
      ...environments[program],
      SITE_URL: site,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      PORT: ports[name],
      OPERATORS_PORT: name === 'api1' ? ports.operators : '',
      STATE_DIR: join(folder, name),
      // HAProxy needs two checks, 500 ms apart, and more on a busy machine.
      SHUTDOWN_DELAY_SECONDS: '4',
    },
  };
}

/** Ends a server, by `kill -9` unless it may finish, and starts it again. */
async function renew(name: Name, { mayFinish = false } = {}): Promise<void> {
  ended = name;
  if (name === 'postgres') isPostgresAway = true;
  const server = servers.get(name);
  if (mayFinish) await server?.stop(60_000);
  else server?.kill();
  const ending = await server?.ended;
  if (mayFinish && ending !== 0) failures.push(`${name} ended with ${ending}.`);
  await start(name);
  if (balanced.includes(name)) await haproxy.untilUp(name);
  if (name !== 'postgres') return;
  // HAProxy asks the APIs twice a second.
  await wait(1000);
  isPostgresAway = false;
}

async function restartAll(): Promise<void> {
  const groups: Name[][] = [['api1', 'gateway1'], ['api2', 'gateway2'], ['api3']];
  for (let round = 0; round < killingMs / 30_000; round += 1)
    for (const group of groups)
      await Promise.all(group.map((name) => renew(name, { mayFinish: true })));
}

async function killAll(): Promise<void> {
  const order: Name[] = ['gateway1', 'api1', 'postgres', 'gateway2', 'api2', 'bucket', 'api3'];
  for (let round = 0; round < killingMs / 35_000; round += 1)
    for (const name of order) {
      asked.kills = (asked.kills ?? 0) + 1;
      await Promise.all([renew(name), wait(5000)]);
    }
}

/** @param result status of the response, or why there is none */
function count(kind: string, result: unknown): void {
  if (isPostgresAway && kind !== 'pages and files') return;
  asked[kind] = (asked[kind] ?? 0) + 1;
  if (Number(result) < 400) return;
  const reason = `${kind}: ${result} after ${ended ?? 'no'} end`;
  failed[reason] = (failed[reason] ?? 0) + 1;
}

function keepReading(kind: string, requests: Request[]) {
  return startReading({ site, requests }, (result) => count(kind, result));
}

function reads(): Request[] {
  const profiles = drivers.map(({ session }) => ({
    path: apiBasePath + apiPaths.verify(),
    headers: { authorization: `Bearer ${session.token}` },
  }));
  return [{ path: apiBasePath + apiPaths.ip() }, ...profiles];
}

/** Lets a driver save the profile again and again, and checks it. */
async function save(driver: (typeof drivers)[number], index: number): Promise<void> {
  await wait((index * saveEveryMs) / drivers.length);
  // Only two drivers send pictures, since the API decodes only two at a time.
  const image = index < 2 ? picture(60, [index, 0, 99]) : undefined;
  for (let number = 1; !isOver; number += 1) {
    const began = Date.now();
    const status = await driver.save(`Nell ${number}`, image);
    count(image ? 'pictures' : 'calls', status);
    await driver.check();
    await wait(Math.max(0, saveEveryMs - (Date.now() - began)));
  }
}

async function setUpPayouts(driver: Driver, index: number): Promise<void> {
  await wait((index * 2 * killingMs) / newcomers.length);
  await completePayouts(driver, site);
}
