import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { seededDrivers } from 'api/src/seeded-drivers.ts';
import { type Bucket, startBucket } from 'local-services/bucket/start-bucket';
import { freePort } from 'local-services/free-port';
import { startPostgres } from 'local-services/postgres';
import { readLog } from 'release-log/log/read-log';
import { currentVersion } from 'release-log/log/served-releases';
import { BucketStore } from 'release-log/stores/bucket-store';
import { parsePublishers } from 'shared-types/releases/release-signature';
import { releaseVersion } from 'tools/release-version';
import { apps } from 'tools/remotes';
import { root } from '../site/settings.ts';
import { Supervisor } from '../site/supervisor.ts';
import { type App, webpack } from '../site/webpack.ts';
import { composeFile, localVariables, requiredVariables, type Service } from './compose-file.ts';
import { Container } from './container.ts';
import { deploy } from './pnpm.ts';

// Runs the command of every image from a production-only install, as its container does.

const settings = { TRUST_PROXY: 'uniquelocal', SHUTDOWN_DELAY_SECONDS: '0' };
const production = composeFile({ ...requiredVariables, ...settings }).services;
const local = composeFile({ ...localVariables, ...settings }).services;

let folder: string;
let releases: Bucket;
const containers: Container[] = [];
const publishers = parsePublishers(`${production.gateway?.environment?.PUBLISHERS}`, 'PUBLISHERS');

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-images-'));
  releases = await startBucket({ folder: join(folder, 'releases') });
  const packages = ['api', 'delivery', 'gateway', 'local-services'];
  await Promise.all(packages.map((name) => deploy(name, join(folder, name))));
});

afterEach(() => {
  for (const container of containers.splice(0)) container.kill();
});

after(async () => {
  await releases[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('The API becomes ready on an empty database, and stops in order', async (t) => {
  const port = await freePort(2);
  const databasePort = port + 1;
  await startDatabase(t, databasePort, production.postgres);
  const here = { 'postgres:5432': `127.0.0.1:${databasePort}`, 8080: `${port}` };
  await run(production.migrate, 'api', here).completed();
  const api = run(production.api, 'api', here);
  await api.healthy();
  assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  await api.stop();
});

test('The local profile brings stand-ins and drivers who can sign in', async (t) => {
  const port = await freePort(4);
  const [databasePort, authPort, stripePort] = [port + 1, port + 2, port + 3];
  await startDatabase(t, databasePort, local.postgres);
  const here = {
    '/data': join(folder, 'data'),
    '/tmp': join(folder, 'tmp'),
    'local-services:': '127.0.0.1:',
    'postgres:5432': `127.0.0.1:${databasePort}`,
    8080: `${port}`,
    3030: `${authPort}`,
    3040: `${stripePort}`,
  };
  const localServices = run(local['local-services'], 'local-services', here);
  await localServices.healthy();
  await run(local.migrate, 'api', here).completed();
  const api = run(local.api, 'api', here);
  await api.healthy();
  await run(local.seed, 'api', here).completed();

  const [driver] = seededDrivers;
  const auth = `http://127.0.0.1:${authPort}/identitytoolkit.googleapis.com/v1/accounts`;
  const { status } = await fetch(`${auth}:signInWithPassword?key=demo-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: driver?.email, password: driver?.password }),
  });
  assert.equal(status, 200);
  await api.stop();
  await localServices.stop();
});

for (const app of apps) {
  test(`${app.folder} publishes its release, and ends`, async () => {
    const version = await build(app);
    await publish(app, join(root, app.folder, 'dist'));
    Object.assign(process.env, awsVariables(releases.url));
    const { state } = await readLog(new BucketStore('s3://releases'), publishers);
    assert.equal(currentVersion(state, app.name), version);
  });
}

test('The gateway serves the published releases, and within a second one published later', async () => {
  const port = await freePort();
  const gateway = run(production.gateway, 'gateway', {
    'http://releases:8333': releases.url,
    '/data': join(folder, 'gateway-data'),
    8080: `${port}`,
  });
  await gateway.healthy();
  const page = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  const [marketing] = apps.filter(({ name }) => name === 'marketing') as [App];
  const version = await releaseVersion(marketing.folder);
  assert.ok((await page()).includes(`/releases/marketing/${version}/`));

  const next = join(folder, 'next');
  await cp(join(root, marketing.folder, 'dist'), next, { recursive: true });
  const release = JSON.parse(await readFile(join(next, 'release.json'), 'utf8'));
  await writeFile(join(next, 'release.json'), JSON.stringify({ ...release, version: '9.9.9' }));
  await publish(marketing, next);
  await wait(1000);
  assert.ok((await page()).includes('/releases/marketing/9.9.9/'));
  await gateway.stop();
});

const awsVariables = (url: string) => ({
  AWS_ENDPOINT_URL: url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'kargo',
  AWS_SECRET_ACCESS_KEY: 'releases-secret',
});

function run(
  service: Service | undefined,
  image: string,
  replacements: Record<string, string>,
): Container {
  assert.ok(service, `docker-compose.yml has no container for ${image}`);
  const container = new Container(service, join(folder, image), replacements);
  containers.push(container);
  return container;
}

/** As in an app's image, the build is beside the production-only install of `delivery`. */
async function publish({ folder: name }: App, from: string): Promise<void> {
  const dist = join(folder, 'delivery/dist');
  await rm(dist, { force: true });
  await symlink(from, dist);
  await run(production[name], 'delivery', { 'http://releases:8333': releases.url }).completed();
}

/** Builds an app unless a build of its sources exists, and returns its version. */
async function build(app: App): Promise<string> {
  const version = await releaseVersion(app.folder);
  const file = join(root, app.folder, 'dist/release.json');
  const built = await readFile(file, 'utf8').catch(() => '{}');
  if (JSON.parse(built).version !== version) {
    await new Supervisor(join(folder, 'logs')).run(webpack(app, 'build'));
  }
  return version;
}

async function startDatabase(
  t: { after(action: () => Promise<void>): void },
  port: number,
  service: Service | undefined,
): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'kargo-images-database-'));
  const password = `${service?.environment?.POSTGRES_PASSWORD}`;
  const postgres = await startPostgres({
    dataFolder,
    port,
    password,
    isDurable: false,
    log: () => {},
  });
  t.after(async () => {
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
}
