import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from './app.ts';
import type { Tables } from './database/tables.ts';
import { discardAbandonedImages, storeUnclaimedImage } from './drivers/profile-images.ts';
import { cleanUp } from './housekeeping.ts';
import { createMagicToken } from './magic-links/repository.ts';
import { createLink, orderMail } from './payouts/repository.ts';
import { openSession } from './sessions/repository.ts';
import { startTestApi } from './testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

test('only expired data is deleted', async () => {
  const { db, disk } = api;

  const driver = await api.addDriver();
  await openSession(db, driver.id);
  await db
    .updateTable('access_tokens')
    .set({ expires_at: sql<Date>`now() - interval '1 s'` })
    .execute();
  await openSession(db, driver.id);

  await createMagicToken(db, driver.id);
  await db
    .updateTable('magic_links')
    .set({ expires_at: sql<Date>`now() - interval '25 hours'` })
    .execute();
  await createMagicToken(db, (await api.addDriver()).id);

  const [ended, running] = [sql<Date>`now() - interval '1 s'`, sql<Date>`now() + interval '1 min'`];
  await db
    .insertInto('rate_limits')
    .values([
      { key: 'ended', hits: 1, resets_at: ended },
      { key: 'running', hits: 1, resets_at: running },
    ])
    .execute();

  const ago = (age: string) => sql<Date>`now() - ${age}::interval`;
  await createLink(db, driver.id, 'onboarding');
  await db
    .updateTable('payout_links')
    .set({ expires_at: ago('31 days') })
    .execute();
  await createLink(db, driver.id, 'onboarding');
  await orderMail(db, driver.id, 'unfinished');
  await db
    .updateTable('payout_mails')
    .set({ requested_at: ago('25 hours') })
    .execute();
  await orderMail(db, driver.id, 'disabled');
  await db
    .insertInto('stripe_events')
    .values([{ id: 'evt_old', received_at: ago('31 days') }, { id: 'evt_new' }])
    .execute();

  // One upload whose process ended more than an hour ago, and one that may still be running.
  await storeUnclaimedImage(db, disk, Buffer.from('abandoned'));
  await db
    .updateTable('unclaimed_images')
    .set({ listed_at: sql<Date>`now() - interval '61 minutes'` })
    .execute();
  const atWork = await storeUnclaimedImage(db, disk, Buffer.from('at work'));

  const stores = { ...api, db: api.apiDb };
  await Promise.all([cleanUp(stores, assert.fail), cleanUp(stores, assert.fail)]);

  const count = async (table: keyof Tables) =>
    (await db.selectFrom(table).selectAll().execute()).length;
  assert.equal(await count('access_tokens'), 1);
  assert.equal(await count('magic_links'), 1);
  assert.equal(await count('rate_limits'), 1);
  assert.equal(await count('unclaimed_images'), 1);
  assert.equal(await count('payout_links'), 1);
  assert.equal(await count('payout_mails'), 1);
  assert.equal(await count('stripe_events'), 1);
  assert.deepEqual(await api.storedImages(), [atWork]);
});

test('an image that cannot be deleted stays listed, is reported, and does not hold up others', async (t) => {
  const { db, apiDb, disk } = api;
  await api.cleanUpAnHourLater();
  const keys = [];
  for (const name of ['one', 'two', 'three'])
    keys.push(await storeUnclaimedImage(db, disk, Buffer.from(name)));
  await db
    .updateTable('unclaimed_images')
    .set({ listed_at: sql<Date>`now() - interval '61 minutes'` })
    .execute();
  let calls = 0;
  const remove = disk.delete.bind(disk);
  t.mock.method(disk, 'delete', async (path: string) => {
    calls += 1;
    if (calls === 1) throw new Error('not permitted');
    await remove(path);
  });
  await assert.rejects(discardAbandonedImages(apiDb, disk), /not permitted/);
  const [left, ...others] = await db.selectFrom('unclaimed_images').select('image_key').execute();
  assert.deepEqual(others, []);
  assert.deepEqual(await api.storedImages(), [left?.image_key]);
  assert.ok(keys.includes(left?.image_key ?? ''));
});

test('an API that is closed stops cleaning up early, and leaves the rest to the next one', async () => {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from rate_limits where key like 'ended %'`.execute(api.db);
    return rows[0]?.count;
  };
  await sql`insert into rate_limits (key, hits, resets_at)
    select 'ended ' || n, 1, now() - interval '1 s' from generate_series(1, 20000) as n`.execute(
    api.db,
  );
  const app = await buildApp({ ...api, db: api.apiDb, stripe: undefined });
  await app.listen({ host: '127.0.0.1', port: 0 });
  await app.close();
  assert.notEqual(await count(), 0);
  await cleanUp({ ...api, db: api.db }, assert.fail);
  assert.equal(await count(), 0);
});

test('between two batches no session keeps a lock: a pooler gives the session to others', async () => {
  await sql`insert into rate_limits (key, hits, resets_at)
    select 'ended ' || n, 1, now() - interval '1 s' from generate_series(1, 20000) as n`.execute(
    api.db,
  );
  let isCleaning = true;
  const cleaning = cleanUp({ ...api, db: api.apiDb }, assert.fail).finally(() => {
    isCleaning = false;
  });
  let isSeen = false;
  while (isCleaning && !isSeen) {
    const { rows } = await sql<{ isRest: boolean }>`
      select count(*) between 1 and 19000 and not exists (select from pg_locks join pg_database
        on pg_database.oid = database where locktype = 'advisory' and datname = current_database())
        as "isRest" from rate_limits where key like 'ended %'`.execute(api.db);
    isSeen = rows[0]?.isRest === true;
  }
  await cleaning;
  assert.ok(isSeen);
});
