import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { discardAbandonedImages } from '../drivers/profile-images.ts';
import { sendDueMails } from '../payouts/payout-mails.ts';
import { createLink, findLink, orderMail } from '../payouts/repository.ts';
import { findDriverOfSession } from '../sessions/repository.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

test('a session is found by a statement that Postgres has parsed once per connection', async () => {
  const sessions = [await api.addSignedInDriver(), await api.addSignedInDriver()];
  // A transaction keeps its connection to Postgres, through a pooler too, which gives statements names of its own.
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
