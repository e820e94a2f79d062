import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { requireNarrowRole } from '../database/api-role.ts';
import { connect } from '../database/connect.ts';
import { pendingMigrations, requireMigrated } from '../database/migrator.ts';
import type { Database } from '../database/tables.ts';
import { type JobEnv, readJobEnv } from '../env.ts';
import { until } from '../testing/start-payout-api.ts';
import { compiled } from '../testing/start-server.ts';
import { startTestPostgres } from '../testing/start-test-postgres.ts';
import { migrate } from './migrate.ts';

test('jobs that run at once migrate an empty database once, and the API can work with it', async (t) => {
  const { env, owner, api } = await startEmptyDatabase(t);
  const all = await pendingMigrations(owner);
  assert.equal(all[0], '0001-drivers-and-sessions');
  const names = (await Promise.all([1, 2, 3, 4].map(() => migrate(env)))).flat();
  assert.deepEqual(names, all);
  assert.deepEqual(await migrate(env), []);
  await requireUsable(api);
  await assert.rejects(run(api, 'create temporary table mine ()'), { code: '42501' });
});

for (const [when, command] of [
  ['in the middle of what it grants', 'GRANT'],
  ...(process.env.PROOF ? [['in the middle of the migrations', 'CREATE TRIGGER'] as const] : []),
] as const) {
  test(`killed ${when}, the job is run again and nothing is missing`, async (t) => {
    const { env, owner, api } = await startEmptyDatabase(t);
    await killAt(command, owner, env);
    await migrate(env);
    await requireUsable(api);
  });
}

const migrated = await startEmptyDatabase({ after });
await migrate(migrated.env);

test('rights that are not in `grants` are revoked, also from `public`', async () => {
  const { env, owner, api, role } = migrated;
  for (const grant of [
    `grant all on audit_events to "${role}"`,
    `grant update (email) on drivers to "${role}"`,
    'grant delete on drivers to public',
    'grant create on schema public to public',
    `grant create on schema public to "${role}"`,
  ]) {
    await run(owner, grant);
  }
  await run(api, 'select from audit_events');
  await migrate(env);
  for (const statement of [
    'select from audit_events',
    'update drivers set email = null',
    'delete from drivers',
    'create table mine ()',
  ]) {
    await assert.rejects(run(api, statement), { code: '42501' }, statement);
  }
});

test("the owner of the tables is refused as the API's role, and nothing changes", async (t) => {
  const { env } = migrated;
  const url = new URL(env.DATABASE_OWNER_URL);
  url.password = 'another';
  await assert.rejects(migrate({ ...env, DATABASE_URL: url.href }), {
    message:
      /^DATABASE_URL signs in as "kargo", which has rights over the whole server: name a role/,
  });
  await run(connectFor(t, env.DATABASE_OWNER_URL), 'select 1');
});

test('the owner of the database needs the right to create roles, unless somebody else creates them', async (t) => {
  const { env, owner, api, role } = await startEmptyDatabase(t);
  const url = new URL(env.DATABASE_OWNER_URL);
  url.username = `owner_${role}`;
  await run(owner, `create role "${url.username}" login createrole password '${url.password}'`);
  await run(owner, `alter database "${url.pathname.slice(1)}" owner to "${url.username}"`);
  const narrow = { ...env, DATABASE_OWNER_URL: url.href };
  await migrate(narrow);
  await migrate(narrow);
  await requireUsable(api);
  await assert.rejects(run(api, 'create temporary table mine ()'), { code: '42501' });

  await run(owner, `alter role "${url.username}" nocreaterole`);
  const others = new URL(env.DATABASE_URL);
  Object.assign(others, { username: `others_${role}`, password: '' });
  await assert.rejects(migrate({ ...narrow, DATABASE_URL: others.href }), { code: '42501' });
  await run(owner, `create role "${others.username}" login password 'theirs'`);
  await migrate({ ...narrow, DATABASE_URL: others.href });
  others.password = 'theirs';
  await requireUsable(connectFor(t, others.href));
  await assert.rejects(requireUsable(connectFor(t, url.href)), {
    message: /^DATABASE_URL signs in as "owner_.+", which owns tables: /,
  });
});

test('settings that the API has given its own role keep it from starting, until the job is run again', async (t) => {
  const { env, api, role } = migrated;
  const { pathname } = new URL(env.DATABASE_URL);
  for (const scope of ['', `in database "${pathname.slice(1)}"`]) {
    await run(api, `alter role "${role}" ${scope} set default_transaction_read_only = on`);
    await assert.rejects(requireUsable(connectFor(t, env.DATABASE_URL)), {
      message: /has settings of its own: /,
    });
    await migrate(env);
    await requireUsable(connectFor(t, env.DATABASE_URL));
  }
});

test('how long security events are kept is decided by the job', async () => {
  const { env, owner, api } = migrated;
  await run(
    owner,
    "insert into audit_events (event, outcome, at) values ('login', 'done', now() - interval '61 days')",
  );
  const left = async () => {
    await run(api, 'select forget_old_audit_events(10)');
    const old = owner
      .selectFrom('audit_events')
      .where('at', '<', sql<Date>`now() - interval '1 day'`);
    return (await old.select('id').execute()).length;
  };
  assert.equal(await left(), 1);
  await migrate({ ...env, AUDIT_DAYS: 60 });
  assert.equal(await left(), 0);
});

test('the API signs in with the password of DATABASE_URL, whatever is in it, and no other', async (t) => {
  const { env, api } = migrated;
  await requireUsable(api);
  const url = new URL(env.DATABASE_URL);
  url.password = encodeURIComponent(`it's "new": %/@ ü`);
  await migrate({ ...env, DATABASE_URL: url.href });
  await requireUsable(connectFor(t, url.href));
  await assert.rejects(requireUsable(connectFor(t, env.DATABASE_URL)), { code: '28P01' });

  url.password = '';
  await migrate({ ...env, DATABASE_URL: url.href });
  url.password = encodeURIComponent(`it's "new": %/@ ü`);
  await requireUsable(connectFor(t, url.href));
});

/** A test, or all of this file. */
interface Test {
  after(end: () => Promise<void>): void;
}

/** A database without tables, and the name of a role that does not exist. */
async function startEmptyDatabase(t: Test) {
  const postgres = await startTestPostgres({ isMigrated: false });
  const role = `api_${crypto.randomUUID()}`;
  const url = new URL(postgres.url);
  url.username = role;
  const env = readJobEnv({ DATABASE_OWNER_URL: postgres.ownerUrl, DATABASE_URL: url.href });
  t.after(postgres.stop);
  return {
    env,
    role,
    owner: connectFor(t, env.DATABASE_OWNER_URL),
    api: connectFor(t, env.DATABASE_URL),
  };
}

function connectFor(t: Test, url: string): Database {
  const db = connect(url);
  t.after(() => db.destroy());
  return db;
}

const run = (db: Database, statement: string) => sql.raw(statement).execute(db);

/** Runs the API's checks at start, and one of its statements. */
async function requireUsable(api: Database): Promise<void> {
  await requireMigrated(api);
  await requireNarrowRole(api);
  const row = { event: 'login', outcome: 'done' } as const;
  await api.insertInto('audit_events').values(row).execute();
}

/** Kills the job, like a power failure, at the first command of this kind. */
async function killAt(command: string, owner: Database, env: JobEnv): Promise<void> {
  await owner.connection().execute(async (db) => {
    await run(db, 'select pg_advisory_lock(1)');
    await run(
      db,
      `create function wait() returns event_trigger language plpgsql as
       $$ begin perform pg_advisory_lock(1); end $$`,
    );
    await run(
      db,
      `create event trigger stop on ddl_command_start when tag in ('${command}')
       execute function wait()`,
    );
    const { DATABASE_OWNER_URL, DATABASE_URL } = env;
    const job = fork(new URL('migrate.ts', import.meta.url), {
      env: { ...compiled, DATABASE_OWNER_URL, DATABASE_URL },
      execArgv: [],
    });
    const waiting = sql<{ pid: number }>`
      select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and not granted and datname = current_database()`;
    await until(async () => (await waiting.execute(db)).rows.length === 1);
    const ended = once(job, 'exit');
    job.kill('SIGKILL');
    await ended;
    for (const { pid } of (await waiting.execute(db)).rows) {
      await run(db, `select pg_terminate_backend(${pid}, 5000)`);
    }
    await run(db, 'drop event trigger stop');
    await run(db, 'drop function wait()');
  });
}
