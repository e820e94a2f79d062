import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { discardAbandonedImages } from '../drivers/profile-images.ts';
import { sendDueMails } from '../payouts/payout-mails.ts';
import { createLink, findLink, orderMail } from '../payouts/repository.ts';
import { findDriverOfSession } from '../sessions/repository.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import { requireNarrowRole } from './api-role.ts';
import { grants } from './grants.ts';

const api = await startTestApi();
after(() => api.stop());

const asApi = (statement: string) => sql.raw(statement).execute(api.apiDb);

for (const statement of [
  'create table mine ()',
  'create schema mine',
  'create view mine as select 1',
  "create function mine() returns int language sql as 'select 1'",
  'create role mine',
  'create extension pg_trgm',
  'alter table drivers add column mine text',
  'alter table audit_events disable trigger all',
  'alter table drivers owner to current_user',
  'alter role kargo password null',
  "alter function forget_old_audit_events(int) set search_path = 'mine'",
  'create trigger mine after update on drivers execute function keep_audit_event()',
  'create index on drivers (name)',
  'drop table stripe_events',
  'drop trigger audit_events_are_kept on audit_events',
  'drop function keep_audit_event() cascade',
  'truncate rate_limits',
  'truncate audit_events',
  "update audit_events set outcome = 'refused'",
  'delete from audit_events',
  'select * from audit_events',
  "insert into audit_events (event, outcome, at) values ('login', 'done', now() - interval '1 year')",
  "insert into drivers (firebase_uid, email, name, phone) values ('me', 'me', 'me', '1')",
  'update drivers set approved_at = now()',
  'update drivers set disabled_at = null',
  "update drivers set email = 'me@kargo.example'",
  "update drivers set firebase_uid = 'me'",
  'delete from drivers',
  'delete from payout_accounts',
  "update payout_links set purpose = 'bank_details'",
  "insert into kysely_migration values ('0099-mine', '2026-01-01')",
  'delete from kysely_migration',
  'select * from kysely_migration_lock',
  'select lo_create(0)',
  "select lo_from_bytea(0, 'mine')",
  "select lowrite(0, 'mine')",
  'set role kargo',
  'set session authorization kargo',
  'select * from pg_authid',
  "copy drivers to program 'cat'",
  "select pg_read_file('/etc/passwd')",
]) {
  test(`the API's role is refused: ${statement}`, async () => {
    await assert.rejects(asApi(statement), { code: '42501' });
  });
}

test('`grants` lists every table of the database', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    order by name`.execute(api.db);
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(grants).sort(),
    'Say in grants.ts what the API may do with each table.',
  );
});

test("the API's role may call one function besides those of Postgres", async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and has_function_privilege(oid, 'execute')`.execute(api.apiDb);
  assert.deepEqual(rows, [{ name: 'forget_old_audit_events' }]);
});

test("the API's role cannot delete recent audit events with its function", async () => {
  const { id: driver_id } = await api.addDriver();
  const row = { event: 'login', outcome: 'done', driver_id } as const;
  const at = sql<Date>`now() - interval '399 days'`;
  await api.db
    .insertInto('audit_events')
    .values([row, { ...row, at }])
    .execute();
  await api.apiDb.transaction().execute(async (trx) => {
    await sql`set local search_path = mine, pg_temp`.execute(trx);
    await sql`select public.forget_old_audit_events(1)`.execute(trx);
  });
  const left = await api.db
    .selectFrom('audit_events')
    .where('driver_id', '=', driver_id)
    .select('id')
    .execute();
  assert.equal(left.length, 2);
});

test("a role that owns tables or administers the server is refused, and the API's is not", async () => {
  await requireNarrowRole(api.apiDb);
  await assert.rejects(requireNarrowRole(api.db), {
    message: /^DATABASE_URL signs in as "kargo", which has rights over the whole server: .+\.$/,
  });
});

test('a session is found by a statement that Postgres has parsed once per connection', async () => {
  const sessions = [await api.addSignedInDriver(), await api.addSignedInDriver()];
  // A transaction keeps its connection, even through a pooler, which renames statements.
  await api.apiDb.transaction().execute(async (db) => {
    for (const { token, driver } of sessions) {
      assert.deepEqual(await findDriverOfSession(db, token), { ...driver, isCheckDue: true });
    }
    const { rows } = await sql`select parameter_types::text as types,
      (generic_plans + custom_plans)::int as runs from pg_prepared_statements`.execute(db);
    assert.deepEqual(rows, [{ types: '{bytea}', runs: 2 }]);
  });
});

test('the prepared statement still works after a migration adds a column to its tables', async () => {
  const { token, driver } = await api.addSignedInDriver();
  await api.apiDb.connection().execute(async (db) => {
    const found = await findDriverOfSession(db, token);
    await sql`alter table drivers add column nickname text`.execute(api.db);
    await sql`alter table access_tokens add column nickname text`.execute(api.db);
    assert.deepEqual(await findDriverOfSession(db, token), found);
    assert.equal(found?.id, driver.id);
  });
});

test('statements of several tables go on when a migration gives each the columns of all', async () => {
  const { apiDb, db, disk } = api;
  const { token, driver } = await api.addSignedInDriver();
  await orderMail(apiDb, driver.id, 'form_completed');
  const link = await createLink(apiDb, driver.id, 'onboarding');
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%'`.execute(db);
  for (const table of new Set(rows.map((it) => it.table)))
    for (const column of new Set(rows.map((it) => it.column)))
      await sql`alter table ${sql.table(table)} add column if not exists ${sql.ref(column)} text`.execute(
        db,
      );
  assert.equal((await findDriverOfSession(apiDb, token))?.id, driver.id);
  assert.equal((await findLink(apiDb, link))?.driverId, driver.id);
  await discardAbandonedImages(apiDb, disk);
  await sendDueMails({ ...api, db: apiDb }, api.app.log);
  assert.equal(api.mailer.sentTo(driver.email).length, 1);
});
