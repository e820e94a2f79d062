import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '@kargo/commands/settings';
import { startPostgres } from 'local-services/postgres';
import { keptPassword } from 'local-services/postgres-url';
import { startSiteUnderTest } from '../checks/site-under-test.ts';

// `pnpm proof restore`: a site loses its database, pictures and releases. The scripts of
// docs/runbooks/restore.md restore all of an earlier time, except sessions that ended since.

if (['psql', 'rsync'].some((program) => spawnSync(program, ['--version']).error)) {
  console.error('Nothing was tried. On Debian: apt-get install postgresql-client rsync');
  process.exit(77);
}

const site = await startSiteUnderTest();
// They read the site's addresses when they load.
const { addDriver } = await import('e2e/support/add-driver');
const { ApiSession } = await import('e2e/support/api-session');
const { picture } = await import('e2e/support/picture');
const { apiCommand } = await import('e2e/support/run-script');
const inData = (path: string) => join(site.dataFolder, path);
const port = Number(process.env.KARGO_DATABASE_PORT);
const password = keptPassword(site.dataFolder).read() ?? '';
const KEPT = await mkdtemp(join(tmpdir(), 'kargo-kept-'));
const folders = { PGDATA: inData('postgres'), STORAGE_DIR: inData('uploads'), KEPT };
Object.assign(process.env, folders, { RELEASES: inData('releases'), PGPORT: `${port}` });
Object.assign(process.env, { PGHOST: '127.0.0.1', PGUSER: 'kargo', PGPASSWORD: password });

const query = (sql: string) => run('psql', ['--no-align', '--tuples-only', '--command', sql]);
const script = (name: string) => console.log(name, run(`platform/deploy/backup/${name}.sh`));
const names = ['drivers', 'access_tokens', 'payout_accounts', 'audit_events', 'kysely_migration'];
const tables = () => names.map((name) => query(`table ${name} order by 1`)).join();
const accounts = () => query('select stripe_account_id from payout_accounts order by 1');
const open = (index: 0 | 1 | 2) => ApiSession.open(drivers[index]);

script('keep-log');
await site.crash();
await site.restart();
const drivers = [await addDriver(), await addDriver(), await addDriver()] as const;
const [ada, ben, cleo] = [await open(0), await open(1), await open(2)];
script('copy-postgres');
await ada.save('Before', picture(60, [1, 99, 99]));
script('copy-files');
const before = { ...(await seen(ada)), tables: tables() };
process.env.AT = query('select now()');
process.env.COPY = globSync(join(KEPT, '2*'))[0];

// An hour passes, in which the old picture is deleted.
await ada.save('After', picture(60, [99, 99, 1]));
await rm(inData(`uploads/profile-images/${before.key}`));
const later = (await seen(ada)).key;
await ben.close();
await cleo.sendPayoutDetails();
const opened = accounts();
const late = { ...drivers[0], email: 'late@kargo.example' };
await apiCommand('add-driver', late.email);
script('copy-files');
const lastLog = join(KEPT, 'wal', query('select pg_walfile_name(pg_switch_wal())'));
while (!existsSync(lastLog)) await wait(100);

await site.crash();
for (const lost of ['postgres', 'uploads', 'releases', 'gateway'])
  await rm(inData(lost), { recursive: true });
script('restore');
const log = (text: string) => void process.stdout.write(text);
const postgres = await startPostgres({ dataFolder: site.dataFolder, port, password, log });
assert.equal(tables(), before.tables);
script('after-restore');
assert.equal(query('select image_key from unclaimed_images'), later);
await postgres.stop();
await site.restart();

for (const session of [ada, ben, cleo]) assert.equal(await session.isOpen(), false);
assert.deepEqual({ ...(await seen(await open(0))), tables: before.tables }, before);
await open(1);
await assert.rejects(ApiSession.open(late), /403.*driver_unknown/);
await (await open(2)).sendPayoutDetails();
assert.equal(accounts(), opened);
await site.stop({ keepData: false });
await rm(KEPT, { recursive: true });

function run(program: string, words: string[] = []): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** A driver's profile and picture, and the releases for visitors. */
async function seen(session: Awaited<ReturnType<typeof open>>) {
  const profile = await session.profile();
  const image = await fetch(`${process.env.SITE_URL}${profile.image}`);
  const releases = await fetch(`${process.env.SITE_URL}/releases/who.json`);
  const key = basename(profile.image ?? '');
  return { profile, key, image: await image.bytes(), releases: await releases.text() };
}
