import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestPostgres } from '../testing/start-test-postgres.ts';
import { connect } from './connect.ts';
import { isMigrated, migrateToLatest } from './migrator.ts';

test('processes that start together migrate an empty database once', async (t) => {
  const postgres = await startTestPostgres({ isMigrated: false });
  const connections = Array.from({ length: 4 }, () => connect(postgres.url));
  t.after(async () => {
    await Promise.all(connections.map((db) => db.destroy()));
    await postgres.stop();
  });
  const [db] = connections;
  assert.ok(db);
  assert.equal(await isMigrated(db), false);

  const names = (await Promise.all(connections.map(migrateToLatest))).flat();
  assert.deepEqual(names, [...new Set(names)].sort());
  assert.equal(names[0], '0001-drivers-and-sessions');
  assert.equal(await isMigrated(db), true);
  assert.deepEqual(await migrateToLatest(db), []);
});
