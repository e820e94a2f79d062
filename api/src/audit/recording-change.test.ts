import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { approveDriver } from '../commands/approve-driver.ts';
import type { Tables } from '../database/tables.ts';
import { mailMagicLink } from '../magic-links/mail-magic-link.ts';
import { createMagicToken } from '../magic-links/repository.ts';
import { orderMail } from '../payouts/repository.ts';
import { openSession } from '../sessions/repository.ts';
import { unsignedIdToken } from '../testing/fake-identity-provider.ts';
import { startPayoutApi } from '../testing/start-payout-api.ts';

// A change and its audit events are saved together or not at all. For each event, the commit of the
// change fails once, and writing the event fails once.

const api = await startPayoutApi({ hasWebhook: false });
await sql`create function planted_failure() returns trigger language plpgsql as
    $$ begin raise exception 'planted'; end $$`.execute(api.db);
after(() => api.stop());

interface Change {
  /** The table that is changed. */
  table: keyof Tables;
  prepare(): Promise<{
    driverId: string;
    act: () => Promise<unknown>;
    isDone: () => Promise<boolean>;
  }>;
}

const sessionsOf = async (driverId: string) =>
  (
    await api.db
      .selectFrom('access_tokens')
      .where('driver_id', '=', driverId)
      .select('token_hash')
      .execute()
  ).length;

/** Changes that each event records; null if there are none. */
const changes: Record<Tables['audit_events']['event'], Change[] | null> = {
  login: [
    {
      table: 'access_tokens',
      async prepare() {
        const driver = await api.addDriver();
        const act = () => api.post('/login', api.loginBody(driver));
        return { driverId: driver.id, act, isDone: async () => (await sessionsOf(driver.id)) > 0 };
      },
    },
  ],
  logout: [
    {
      table: 'access_tokens',
      async prepare() {
        const { driver, headers } = await api.addSignedInDriver();
        const isDone = async () => (await sessionsOf(driver.id)) === 0;
        return { driverId: driver.id, act: () => api.logOut(headers), isDone };
      },
    },
  ],
  password_changed: [
    {
      table: 'access_tokens',
      async prepare() {
        const { driver, headers } = await api.addSignedInDriver();
        await openSession(api.db, driver.id);
        const idToken = unsignedIdToken({ sub: driver.firebase_uid, email: driver.email });
        const act = () => api.reportPassword(idToken, headers);
        return { driverId: driver.id, act, isDone: async () => (await sessionsOf(driver.id)) < 2 };
      },
    },
  ],
  sessions_ended: [
    {
      table: 'access_tokens',
      async prepare() {
        const driver = await api.addDriver();
        const headers = await api.logIn(api.loginBody(driver));
        const { firebase_uid: uid, email } = driver;
        api.identityProvider.addAccount({ uid, email, tokensRevokedAt: new Date() });
        const isDone = async () => (await sessionsOf(driver.id)) === 0;
        return { driverId: driver.id, act: () => api.statusOf(headers), isDone };
      },
    },
    {
      table: 'access_tokens',
      async prepare() {
        const { driver } = await api.addSignedInDriver();
        const disabled = { disabled_at: new Date() };
        const isDone = async () => (await sessionsOf(driver.id)) === 0;
        return { driverId: driver.id, act: () => api.setDriver(driver, disabled), isDone };
      },
    },
  ],
  link_made: [
    {
      table: 'magic_links',
      async prepare() {
        const { id: driverId, email } = await api.addDriver();
        const act = () =>
          mailMagicLink({ db: api.apiDb, mailer: api.mailer, site: api.env }, email);
        return { driverId, act, isDone: () => isThere('magic_links', driverId) };
      },
    },
    {
      table: 'payout_links',
      async prepare() {
        const { id: driverId } = await api.addDriver();
        await orderMail(api.db, driverId, 'unfinished');
        return {
          driverId,
          act: () => api.mails.send(),
          isDone: () => isThere('payout_links', driverId),
        };
      },
    },
  ],
  link_redeemed: [
    {
      table: 'access_tokens',
      async prepare() {
        const { id: driverId } = await api.addDriver();
        const token = await createMagicToken(api.db, driverId);
        const act = () => api.follow(token);
        return { driverId, act, isDone: async () => (await sessionsOf(driverId)) > 0 };
      },
    },
  ],
  payout_form: [
    {
      table: 'payout_mails',
      async prepare() {
        const { driver, headers } = await api.addSignedInDriver();
        const act = () => api.submit(headers);
        const isDone = async () => (await api.profileOf(headers)).form_completed;
        return { driverId: driver.id, act, isDone };
      },
    },
  ],
  account_changed: [
    {
      table: 'drivers',
      async prepare() {
        const driver = await api.addDriver();
        const { id: driverId } = driver;
        const act = () => api.setDriver(driver, { onboarding_error: 'listed' });
        const isDone = async () => (await findDriver(driverId)).onboarding_error === 'listed';
        return { driverId, act, isDone };
      },
    },
  ],
  link_followed: null,
  approved: [
    {
      table: 'drivers',
      async prepare() {
        const driver = await api.addDriver({ approved_at: null });
        const { id: driverId } = driver;
        const act = () => approveDriver(api.db, [driver]);
        const isDone = async () => (await findDriver(driverId)).approved_at !== null;
        return { driverId, act, isDone };
      },
    },
  ],
  limit_hit: null,
  csrf_refused: null,
};

const findDriver = (id: string) =>
  api.db.selectFrom('drivers').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

async function isThere(table: 'magic_links' | 'payout_links', driverId: string) {
  const { rows } = await sql`select from ${sql.table(table)} where driver_id = ${driverId}`.execute(
    api.db,
  );
  return rows.length > 0;
}

async function isRecorded(event: string, driverId: string): Promise<boolean> {
  const { rows } = await sql`select from audit_events
    where event = ${event} and outcome = 'done' and driver_id = ${driverId}`.execute(api.db);
  return rows.length > 0;
}

/** Runs work while every transaction that changes this table fails on commit. */
async function whileCommitsFail(table: string, work: () => Promise<unknown>): Promise<void> {
  await sql`create constraint trigger planted after insert or update or delete on ${sql.table(table)}
    deferrable initially deferred for each row execute function planted_failure()`.execute(api.db);
  await work();
  await sql`drop trigger planted on ${sql.table(table)}`.execute(api.db);
}

/** Runs work while this event cannot be written. */
async function whileUnrecordable(event: string, work: () => Promise<unknown>): Promise<void> {
  await sql`create trigger planted before insert on audit_events for each row
    when (new.event = ${sql.lit(event)}) execute function planted_failure()`.execute(api.db);
  await work();
  await sql`drop trigger planted on audit_events`.execute(api.db);
}

test('The documentation lists each event', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/audit-events.md'), 'utf8');
  const listed = [...page.matchAll(/^- `(\w+)`/gm)].map(([, name]) => name);
  assert.deepEqual(listed.sort(), Object.keys(changes).sort());
});

for (const [event, ofEvent] of Object.entries(changes)) {
  for (const { table, prepare } of ofEvent ?? []) {
    test(`${event}: a failed change in ${table} is not recorded, and an unrecorded one is not made`, async () => {
      const lost = await prepare();
      await whileCommitsFail(table, () => lost.act().catch(() => {}));
      assert.equal(await lost.isDone(), false, 'it was done');
      assert.equal(await isRecorded(event, lost.driverId), false, 'it was recorded');

      const unrecorded = await prepare();
      await whileUnrecordable(event, () => unrecorded.act().catch(() => {}));
      assert.equal(await unrecorded.isDone(), false, 'it was done without a record');

      const done = await prepare();
      await done.act();
      assert.ok((await done.isDone()) && (await isRecorded(event, done.driverId)));
    });
  }
}
