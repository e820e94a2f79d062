import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { maxUploadBytes } from '@kargo/shared-types/forms/limits';
import { sql } from 'kysely';
import type { Headers } from '../testing/calls-of.ts';
import type { FormFields } from '../testing/multipart-form.ts';
import { payoutFields, samplePicture } from '../testing/payout-form.ts';
import { addDriverWithLink, locationOf } from '../testing/payout-links.ts';
import { doAtStripe, startPayoutApi, until } from '../testing/start-payout-api.ts';
import { sendDueMails } from './payout-mails.ts';
import { orderMail } from './repository.ts';

const api = await startPayoutApi();
after(() => api.stop());

test('a document of exactly 2 MB is accepted, one byte more is not', async () => {
  const { headers } = await api.addSignedInDriver();
  const tooLarge = await api.submit(headers, {}, await document('licence.png', maxUploadBytes + 1));
  assert.equal(tooLarge.statusCode, 413);
  assert.deepEqual(tooLarge.json(), {
    code: 'document_too_large',
    message: 'Max file size is 2MB',
  });

  const largest = await api.submit(headers, {}, await document('my.Licence.Png', maxUploadBytes));
  assert.equal(largest.statusCode, 200);
});

test('a document that is too large gets its own error even if it comes before the texts', async () => {
  const { headers } = await api.addSignedInDriver();
  const docs = await document('licence.png', maxUploadBytes + 1);
  const fields: FormFields = [['docs', docs], ...payoutFields(null)];
  const response = await api.postForm('/insert-payout-details', fields, headers);
  assert.equal(response.statusCode, 413);
  assert.equal(response.json().code, 'document_too_large');
});

test('an original document is passed on without anything after the picture', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const bytes = await samplePicture('jpeg', 4321);
  const picture = await samplePicture('jpeg');
  await api.submit(headers, {}, { bytes, filename: 'LICENCE.JPEG' });
  const [account] = await api.accountsOf(driver.id);
  const file = await api.stripe.files.retrieve(
    String(account?.individual?.verification?.document?.front),
  );
  assert.equal(file.size, picture.length);
  assert.equal(file.type, 'jpg');
});

const notAllowed = {
  code: 'document_type_not_allowed',
  message: 'Allowed formats: JPG, JPEG, PNG',
};
const unreadable = {
  code: 'document_unreadable',
  message: 'The document could not be opened. Take the photo again, or choose another file.',
};
const gif = await samplePicture('gif');
const jpeg = await samplePicture('jpeg');
const unnamed = { ...(await document('')), type: 'application/octet-stream' };

for (const [name, docs, refusal] of [
  ['a PDF', { bytes: Buffer.from('%PDF-1.7 and so on'), filename: 'licence.pdf' }, notAllowed],
  ['a PNG with another name', await document('licence.gif'), notAllowed],
  ['a PNG without an extension', await document('pngpng'), notAllowed],
  ['a file without a name', unnamed, notAllowed],
  ['a GIF named .png', { bytes: gif, filename: 'licence.png' }, notAllowed],
  [
    'text named .jpg',
    { bytes: Buffer.from('<svg onload=alert(1)>'), filename: 'licence.jpg' },
    notAllowed,
  ],
  ['an empty file', { bytes: Buffer.alloc(0), filename: 'licence.png' }, notAllowed],
  [
    'a JPEG that ends half way',
    { bytes: jpeg.subarray(0, Math.floor(jpeg.length / 2)), filename: 'licence.jpg' },
    unreadable,
  ],
] as const) {
  test(`${name} is not accepted as a document`, async () => {
    const { driver, headers } = await api.addSignedInDriver();
    const response = await api.submit(headers, {}, docs);
    assert.equal(response.statusCode, 422);
    assert.deepEqual(response.json(), refusal);
    assert.deepEqual(await api.accountsOf(driver.id), []);
  });
}

test('a form without a document is refused', async () => {
  const { headers } = await api.addSignedInDriver();
  const response = await api.submit(headers, {}, null);
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().message, 'Document is required');
});

async function document(filename: string, size?: number) {
  return { bytes: await samplePicture('png', size), filename };
}

const updateBankDetails = (headers: Headers) => api.get('/update-bank-details', { headers });

test('the profile says when the last link was mailed, and that it works for 24 hours', async () => {
  const { driver, headers, token } = await addDriverWithLink(api);
  const lastLink = async () => (await api.profileOf(headers)).last_link;
  await until(async () => (await lastLink()) !== null);
  const first = await lastLink();
  const lifetimeMs = Date.parse(first.expires_at) - Date.parse(first.sent_at);
  assert.equal(lifetimeMs, 24 * 3_600_000);
  assert.ok(Math.abs(Date.now() - Date.parse(first.sent_at)) < 60_000);

  await api.resend(token);
  await api.linkMailedTo(driver.email, 2);
  await until(async () => Date.parse((await lastLink()).sent_at) > Date.parse(first.sent_at));
});

test('bank details are changed on the page that a mailed link leads to', async () => {
  const { driver, headers, token, link } = await addDriverWithLink(api);
  const early = await updateBankDetails(headers);
  assert.equal(early.statusCode, 409);
  assert.equal(early.json().code, 'payouts_not_ready');

  await doAtStripe(link, { action: 'submit', decision: '' });
  await until(async () => (await api.profileOf(headers)).onboarding_completed);
  const response = await updateBankDetails(headers);
  assert.equal(response.statusCode, 204);
  assert.equal(response.body, '');
  const bankLink = await api.linkMailedTo(driver.email, 2);
  assert.match(String(await locationOf(bankLink)), new RegExp(`^${api.standIn.origin}/express/`));
  assert.equal((await doAtStripe(bankLink, { account: '000987654321' })).status, 200);

  assert.equal((await api.resend(token)).statusCode, 204);
  const resent = await api.linkMailedTo(driver.email, 3);
  assert.match(String(await locationOf(resent)), new RegExp(`^${api.standIn.origin}/express/`));

  const [account] = await api.accountsOf(driver.id);
  const [bank] = account?.external_accounts?.data ?? [];
  assert.equal(bank?.last4, '4321');
  assert.equal((await updateBankDetails({})).statusCode, 401);
});

test('a token that is truncated, unknown or of a disabled driver is refused, and nothing is mailed', async () => {
  const { driver, token } = await addDriverWithLink(api);
  const gone = await addDriverWithLink(api);
  await api.setDriver(gone.driver, { disabled_at: new Date() });
  const ofOthers = ['eyJhbGci.eyJzdWIi.sig', 'a%2Bb%2F%3D', '%00', 'x'.repeat(2000)];
  for (const wrong of ['x'.repeat(43), token.slice(0, -1), gone.token, ...ofOthers]) {
    const refused = await api.resend(wrong);
    assert.equal(refused.statusCode, 404);
    assert.equal(refused.json().code, 'not_found');
  }
  await api.mails.send();
  assert.equal(api.mailer.sentTo(driver.email).length, 1);
  assert.equal(api.mailer.sentTo(gone.driver.email).length, 1);

  for (const candidate of [token, 'x'.repeat(43)]) {
    const wrongMode = await api.resend(candidate, 3);
    assert.equal(wrongMode.statusCode, 400);
    assert.equal(wrongMode.json().code, 'validation_failed');
  }
});

test('a mail that waits is not sent to a driver who was disabled, and holds up no other', async () => {
  const [gone, other] = [await api.addDriver(), await api.addDriver()];
  api.mailer.isAway = true;
  await orderMail(api.db, gone.id, 'unfinished');
  await api.setDriver(gone, { disabled_at: new Date() });
  await orderMail(api.db, other.id, 'unfinished');
  api.mailer.isAway = false;
  await api.db.updateTable('payout_mails').set({ due_at: sql<Date>`now()` }).execute();
  await api.mails.send();
  await until(() => api.mailer.sentTo(other.email).length > 0);
  assert.deepEqual(api.mailer.sentTo(gone.email), []);
});

test('only GET mails a link, as specified', async () => {
  const { driver, token } = await addDriverWithLink(api);
  const url = `/api/v1/resend-onboarding-link/${token}/1`;
  assert.equal((await api.app.inject({ method: 'HEAD', url })).statusCode, 404);
  const { headers, ...ready } = await api.addSignedInDriver({ onboarding_completed: true });
  const bank = { method: 'HEAD', url: '/api/v1/update-bank-details', headers } as const;
  assert.equal((await api.app.inject(bank)).statusCode, 404);
  await api.mails.send();
  assert.equal(api.mailer.sentTo(driver.email).length, 1);
  assert.deepEqual(api.mailer.sentTo(ready.driver.email), []);
});

test('several processes share the mails, and send each of them once', async () => {
  const drivers = await Promise.all(Array.from({ length: 6 }, () => api.addDriver()));
  await Promise.all(drivers.map(({ id }) => orderMail(api.db, id, 'unfinished')));
  const { mailer, app } = api;
  await Promise.all([1, 2, 3].map(() => sendDueMails(api, app.log)));
  await until(() => drivers.every(({ email }) => mailer.sentTo(email).length > 0));
  for (const { email } of drivers) assert.equal(mailer.sentTo(email).length, 1);
});

test('a mail that could not be sent is sent when the mail server is back', async () => {
  const driver = await api.addDriver();
  // Set before the mail is due, because the API sends mails every 15 s.
  api.mailer.isAway = true;
  // The second order is like that of a browser that got no response.
  for (let time = 1; time <= 2; time += 1) await orderMail(api.db, driver.id, 'unfinished');
  await api.mails.send();
  api.mailer.isAway = false;
  await api.mails.send();
  assert.deepEqual(api.mailer.sentTo(driver.email), []);

  const aMinutePasses = { due_at: sql<Date>`due_at - interval '1 minute'` };
  await api.db.updateTable('payout_mails').set(aMinutePasses).execute();
  await api.mails.send();
  await until(() => api.mailer.sentTo(driver.email).length > 0);
  await api.db.updateTable('payout_mails').set(aMinutePasses).execute();
  await api.mails.send();
  assert.equal(api.mailer.sentTo(driver.email).length, 1);
});

test('a mail is not sent twice when the database fails before the mail is marked as sent', async () => {
  const driver = await api.addDriver();
  let failing = 2;
  const db = api.apiDb.withPlugin({
    transformQuery({ node }) {
      const isNoting = node.kind === 'RawNode' && /delete from/.test(node.sqlFragments.join());
      if (isNoting && failing-- > 0) throw new Error('It is away.');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await orderMail(api.db, driver.id, 'unfinished');
  await sendDueMails({ ...api, db }, api.app.log);
  const waiting = api.db.selectFrom('payout_mails').where('driver_id', '=', driver.id);
  assert.deepEqual(await waiting.select('id').execute(), []);
  const [mail, ...others] = api.mailer.sentTo(driver.email);
  assert.match(mail?.messageId ?? '', /^<[\w-]{36}@127\.0\.0\.1>$/);
  assert.deepEqual(others, []);
});

test('only hashes of the tokens in links are stored', async () => {
  const { driver, link } = await addDriverWithLink(api);
  const token = Buffer.from(String(link.split('/').at(-1)));
  const rows = await api.db
    .selectFrom('payout_links')
    .where('driver_id', '=', driver.id)
    .selectAll()
    .execute();
  assert.equal(rows.length, 1);
  assert.ok(rows.every((row) => !row.token_hash.includes(token)));
});
