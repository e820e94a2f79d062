import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { findDriverOfSession } from '../sessions/repository.ts';
import { startTestApi, type TestApi } from '../testing/start-test-api.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

test('a session is found by a statement that Postgres has parsed once per connection', async () => {
  const sessions = [await api.addSignedInDriver(), await api.addSignedInDriver()];
  await api.apiDb.connection().execute(async (db) => {
    for (const { token, driver } of sessions) {
      assert.deepEqual(await findDriverOfSession(db, token), { ...driver, isCheckDue: true });
    }
    const { rows } = await sql`select name, parameter_types::text as types,
      (generic_plans + custom_plans)::int as runs from pg_prepared_statements`.execute(db);
    assert.deepEqual(rows, [{ name: 'session-by-token', types: '{bytea}', runs: 2 }]);
  });
});

test('it goes on when a migration adds a column to its tables', async () => {
  const { token, driver } = await api.addSignedInDriver();
  await api.apiDb.connection().execute(async (db) => {
    const found = await findDriverOfSession(db, token);
    await sql`alter table drivers add column nickname text`.execute(api.db);
    await sql`alter table access_tokens add column nickname text`.execute(api.db);
    assert.deepEqual(await findDriverOfSession(db, token), found);
    assert.equal(found?.id, driver.id);
  });
});
