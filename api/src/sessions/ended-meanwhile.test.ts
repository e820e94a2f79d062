import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { ApiError } from '../api-error.ts';
import { buildApp } from '../app.ts';
import { mailMagicLink } from '../magic-links/mail-magic-link.ts';
import { createMagicToken } from '../magic-links/repository.ts';
import { bearer, callsOf } from '../testing/calls-of.ts';
import { unsignedIdToken } from '../testing/fake-identity-provider.ts';
import {
  type FormFields,
  multipartForm,
  profileImage,
  profileTexts,
} from '../testing/multipart-form.ts';
import { payoutFields, samplePicture } from '../testing/payout-form.ts';
import { type PayoutApi, startPayoutApi, until } from '../testing/start-payout-api.ts';
import { openSession } from './repository.ts';

// Calls that began in a session that has ended before they write anything.

const api = await startPayoutApi({ hasWebhook: false });
after(() => api.stop());

type SignedIn = Awaited<ReturnType<PayoutApi['addSignedInDriver']>>;

const disable = ({ driver }: SignedIn, db = api.db) =>
  db.updateTable('drivers').set({ disabled_at: new Date() }).where('id', '=', driver.id).execute();

const idTokenOf = ({ driver }: SignedIn) =>
  unsignedIdToken({ sub: driver.firebase_uid, email: driver.email });

const ends: [what: string, end: (signedIn: SignedIn) => Promise<unknown>][] = [
  ['its driver logs out', ({ headers }) => api.logOut(headers)],
  [
    'the password is changed elsewhere',
    async (signedIn) => {
      const elsewhere = bearer(await openSession(api.db, signedIn.driver.id));
      assert.equal((await api.reportPassword(idTokenOf(signedIn), elsewhere)).statusCode, 204);
    },
  ],
  ['its driver is disabled', (signedIn) => disable(signedIn)],
];

/** Holds back the end of a form until `interruption` is done. By then the API is reading. */
async function sendSlowly(
  url: string,
  { headers }: SignedIn,
  fields: FormFields,
  interruption: () => Promise<unknown>,
) {
  const form = await multipartForm(fields);
  const half = form.payload.length / 2;
  const payload = new Readable({
    read() {
      this.push(form.payload.subarray(0, half));
      this._read = () => {};
      interruption().then(
        () => {
          this.push(form.payload.subarray(half));
          this.push(null);
        },
        (error) => this.destroy(error),
      );
    },
  });
  return api.post(url, payload, { headers: { ...headers, ...form.headers } });
}

const rowsOf = async (table: 'payout_accounts' | 'payout_mails', { driver }: SignedIn) =>
  (await api.db.selectFrom(table).where('driver_id', '=', driver.id).selectAll().execute()).length;

const nameOf = async ({ driver }: SignedIn) =>
  (
    await api.db
      .selectFrom('drivers')
      .where('id', '=', driver.id)
      .select('name')
      .executeTakeFirstOrThrow()
  ).name;

const profileFields = [...profileTexts, ...profileImage(await samplePicture())];

test('a profile form whose driver is deleted in the meantime is refused, and stores nothing', async () => {
  const signedIn = await api.addSignedInDriver();
  const remove = () => api.db.deleteFrom('drivers').where('id', '=', signedIn.driver.id).execute();
  const url = '/driver/profile/update';
  const response = await sendSlowly(url, signedIn, profileFields, remove);
  assert.equal(response.statusCode, 401, response.body);
  assert.deepEqual(await api.storedImages(), []);
});

for (const [what, end] of process.env.PROOF ? ends : ends.slice(-1)) {
  test(`a profile form that began before ${what} stores nothing`, async () => {
    const signedIn = await api.addSignedInDriver();
    const url = '/driver/profile/update';
    const response = await sendSlowly(url, signedIn, profileFields, () => end(signedIn));
    assert.equal(response.statusCode, 401, response.body);
    assert.equal(await nameOf(signedIn), signedIn.driver.name);
    assert.deepEqual(await api.storedImages(), []);
  });

  test(`a payout form that began before ${what} reaches neither Stripe nor the mail server`, async () => {
    const signedIn = await api.addSignedInDriver();
    const bytes = await samplePicture();
    const fields = payoutFields({ bytes, filename: 'licence.png' });
    const url = '/insert-payout-details';
    const response = await sendSlowly(url, signedIn, fields, () => end(signedIn));
    assert.equal(response.statusCode, 401, response.body);
    assert.deepEqual(await api.accountsOf(signedIn.driver.id), []);
    assert.equal(await rowsOf('payout_accounts', signedIn), 0);
    assert.equal(await rowsOf('payout_mails', signedIn), 0);
  });
}

for (const [what, end] of ends) {
  test(`a password change reported before ${what} ends nothing`, async (t) => {
    const signedIn = await api.addSignedInDriver();
    const identity = {
      ...api.identity,
      async verifyIdToken(idToken: string) {
        const confirmed = await api.identity.verifyIdToken(idToken);
        if (idToken === firebase_token) await end(signedIn);
        return confirmed;
      },
    };
    const firebase_token = idTokenOf(signedIn);
    const app = await buildApp({ ...api, db: api.apiDb, identity });
    t.after(() => app.close());
    const reported = await callsOf(app).reportPassword(firebase_token, signedIn.headers);
    assert.equal(reported.statusCode, 401, reported.body);
    const { rows } = await sql`select from audit_events where event = 'password_changed'
      and driver_id = ${signedIn.driver.id} and request_id = ${reported.headers['x-request-id']}
      and outcome = 'done'`.execute(api.db);
    assert.equal(rows.length, 0);
  });
}

/** Makes a call that has to wait, because its driver is being disabled. Returns the response. */
async function whileDisabling<T>(signedIn: SignedIn, call: () => Promise<T>): Promise<T> {
  let hasResponse = false;
  const { response } = await api.db.transaction().execute(async (trx) => {
    await disable(signedIn, trx);
    const response = call().finally(() => {
      hasResponse = true;
    });
    await until(async () => hasResponse || (await api.isSomebodyWaiting()));
    return { response };
  });
  return response;
}

for (const [what, send, isUndone] of [
  [
    'a profile form',
    async (signedIn) =>
      sendSlowly('/driver/profile/update', signedIn, profileFields, async () => {}),
    async (signedIn) => (await nameOf(signedIn)) === signedIn.driver.name,
  ],
  [
    'a request for a mail',
    ({ headers }) => api.get('/update-bank-details', { headers }),
    async (signedIn) => (await rowsOf('payout_mails', signedIn)) === 0,
  ],
] satisfies [
  string,
  (signedIn: SignedIn) => ReturnType<typeof sendSlowly>,
  (signedIn: SignedIn) => Promise<boolean>,
][]) {
  test(`${what} at the moment its driver is disabled waits, and is refused`, async () => {
    const signedIn = await api.addSignedInDriver({ onboarding_completed: true });
    // The provider is asked about the account, which would wait too.
    await api.profileOf(signedIn.headers);
    assert.equal((await whileDisabling(signedIn, () => send(signedIn))).statusCode, 401);
    assert.ok(await isUndone(signedIn));
  });
}

for (const [what, open] of [
  ['a login', ({ driver }) => api.post('/login', api.loginBody(driver))],
  [
    'a magic link',
    (_signedIn, token) => api.post('/driver/verify-magic-token', { token, device_id: null }),
  ],
  [
    'the mail of a magic link',
    ({ driver }) =>
      mailMagicLink({ db: api.apiDb, mailer: api.mailer, site: api.env }, driver.email).then(
        () => ({ statusCode: 200 }),
        (error: ApiError) => error,
      ),
  ],
] satisfies [string, (signedIn: SignedIn, token: string) => Promise<{ statusCode: number }>][]) {
  test(`${what} at the moment its driver is disabled opens nothing, even once the driver is enabled again`, async () => {
    const signedIn = await api.addSignedInDriver();
    const ofDriver = ({ driver }: SignedIn, table: 'access_tokens' | 'magic_links') =>
      api.db.selectFrom(table).where('driver_id', '=', driver.id).selectAll().execute();
    const token = await createMagicToken(api.db, signedIn.driver.id);
    assert.equal((await whileDisabling(signedIn, () => open(signedIn, token))).statusCode, 403);
    await api.setDriver(signedIn.driver, { disabled_at: null });
    assert.deepEqual(await ofDriver(signedIn, 'access_tokens'), []);
    assert.deepEqual(await ofDriver(signedIn, 'magic_links'), []);
  });
}
