import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { connect } from '../database/connect.ts';
import { compiled } from '../testing/start-server.ts';
import { startTestPostgres } from '../testing/start-test-postgres.ts';

const postgres = await startTestPostgres();
after(() => postgres.stop());

const program = join(import.meta.dirname, 'audit-trail.ts');
const audit = (...parameters: string[]) =>
  promisify(execFile)(process.execPath, [program, ...parameters], {
    env: { ...compiled, DATABASE_OWNER_URL: postgres.ownerUrl, DATABASE_URL: postgres.url },
  });

test("a driver's history is printed as a table, oldest first, whatever the case of the address", async () => {
  const db = connect(postgres.ownerUrl);
  const { id: driver_id } = await db
    .insertInto('drivers')
    .values({ firebase_uid: 'ada', email: 'ada@kargo.example', name: 'Ada', phone: '1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = new Date('2026-11-21T20:46:55.293Z');
  await db
    .insertInto('audit_events')
    .values([
      { at, driver_id, event: 'login', outcome: 'done', session: 'cc4141190570bd2b' },
      { at, driver_id, event: 'link_redeemed', outcome: 'refused', reason: 'magic_link_invalid' },
      { at, event: 'login', outcome: 'refused' },
    ])
    .execute();
  // The account was recreated, and all of it is one history.
  const again = await db
    .insertInto('drivers')
    .values({ firebase_uid: 'again', email: 'ada@kargo.example', name: 'Ada', phone: '1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('audit_events')
    .values({ at, driver_id: again.id, event: 'login', outcome: 'done' })
    .execute();
  await db.destroy();

  const { stdout } = await audit('Ada@kargo.example');
  assert.deepEqual(stdout.split('\n'), [
    'at                        event          outcome  reason              session           request_id',
    '2026-11-21T20:46:55.293Z  login          done     –                   cc4141190570bd2b  –',
    '2026-11-21T20:46:55.293Z  link_redeemed  refused  magic_link_invalid  –                 –',
    '2026-11-21T20:46:55.293Z  login          done     –                   –                 –',
    '',
  ]);
});

test('an unknown address, and a missing one, get one sentence', async () => {
  const unknown = { code: 1, stderr: 'No driver has the e-mail address zoe@kargo.example.\n' };
  await assert.rejects(audit('zoe@kargo.example'), unknown);
  await assert.rejects(audit(), { code: 1, stderr: /^Say whose history: .+\.\n$/ });
});
