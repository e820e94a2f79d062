import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@kargo/commands/settings';
import { freePort } from 'local-services/free-port';

// `pnpm proof pgbouncer`: the API's tests, whose role signs in through PgBouncer with platform/deploy/pgbouncer.ini.

const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
if (Number(/^PgBouncer 1\.(\d+)/.exec(stdout)?.[1] ?? 0) < 21) {
  console.error('PgBouncer 1.21 or later is not installed, so nothing was tried.');
  process.exit(77);
}

const folder = await mkdtemp(join(tmpdir(), 'kargo-pgbouncer-'));
const port = await freePort(2);
const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
const settings = (await readFile(join(root, 'platform/deploy/pgbouncer.ini'), 'utf8'))
  .replace('postgres.example port=5432', `127.0.0.1 port=${port}`)
  .replace('6432', `${port + 1}`)
  .replace('/etc/pgbouncer/userlist.txt', users);
await writeFile(file, settings);
await writeFile(users, '"kargo_api" "kargo"\n');
await chmod(folder, 0o755);
// It refuses to run as root.
const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
const pgbouncer = spawn('pgbouncer', ['--quiet', ...user, file], { stdio: 'inherit' });

const env = { ...process.env, TEST_POSTGRES_PORT: `${port}`, TEST_POOLER_PORT: `${port + 1}` };
const test = spawnSync('node', ['--run', 'test'], {
  cwd: join(root, 'api'),
  env,
  stdio: 'inherit',
});
pgbouncer.kill();
await rm(folder, { recursive: true });
process.exit(test.status ?? 1);
