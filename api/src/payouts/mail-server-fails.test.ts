import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';
import { smtpMailer } from '../mail/mailer.ts';
import { friendly, startMailServer } from '../testing/start-mail-server.ts';
import { startPayoutApi, until } from '../testing/start-payout-api.ts';
import { findLastLink, orderMail, orderMailByToken } from './repository.ts';

/** Timeout for the mail server, in milliseconds. */
const timeoutMs = 300;

const api = await startPayoutApi();
// Every 15 s it would also send the mails that are due.
await api.app.close();
after(() => api.stop());

const replies = [
  ['is not there', 'nothing listens'],
  ['says nothing', () => undefined],
  ['does not know the driver', answering('RCPT TO', '550 no such mailbox')],
  ['is too busy to greet', () => '421 too busy'],
  ['takes no mail for now', answering('MAIL FROM', '451 try again later')],
  ['does not take the text', answering('.', '554 not like this')],
  ['stops in the middle', answering('DATA', undefined)],
] as const;
for (const [what, reply] of process.env.PROOF ? replies : replies.slice(0, 3)) {
  test(`a driver's link is mailed later when the mail server ${what}`, async (t) => {
    let response = reply === 'nothing listens' ? friendly : reply;
    const server = await startMailServer(t, (line) => response(line));
    const { MAIL_FROM } = api.env;
    const SMTP_URL = reply === 'nothing listens' ? 'smtp://127.0.0.1:1' : server.url;
    const mailer = smtpMailer({ SMTP_URL, MAIL_FROM }, { timeoutMs });
    const app = await buildApp({ ...api, mailer });
    const { driver, headers } = await api.addSignedInDriver({ onboarding_completed: true });
    const mails = () =>
      api.db
        .selectFrom('payout_mails')
        .where('driver_id', '=', driver.id)
        .select(['attempts', sql<boolean>`due_at > now()`.as('isLater')])
        .execute();

    const asked = await app.inject({ url: '/api/v1/update-bank-details', headers });
    assert.equal(asked.statusCode, 204);
    await until(async () => (await mails())[0]?.attempts === 1);
    await wait(timeoutMs + 50);
    assert.deepEqual(await mails(), [{ attempts: 1, isLater: true }], 'it waits for the next try');

    await app.close();
    response = friendly;
    server.lines.length = 0;
    const back = smtpMailer({ SMTP_URL: server.url, MAIL_FROM });
    await api.db.updateTable('payout_mails').set({ due_at: sql`now()` }).execute();
    const again = await buildApp({ ...api, mailer: back });
    t.after(() => again.close());
    const another = await api.addSignedInDriver({ onboarding_completed: true });
    await again.inject({ url: '/api/v1/update-bank-details', headers: another.headers });
    await until(async () => (await mails()).length === 0);
    assert.equal(server.lines.filter((line) => line === `To: ${driver.email}`).length, 1);
  });
}

test('however often a link is asked for while the mail server is away, one mail is sent', async () => {
  const stripe_error_token = crypto.randomUUID();
  const driver = await api.addDriver({ stripe_error_token });
  const ask = () => orderMailByToken(api.apiDb, stripe_error_token, 'unfinished');
  const ofDriver = api.db.selectFrom('payout_mails').where('driver_id', '=', driver.id);
  const change = (due: string) =>
    api.db
      .updateTable('payout_mails')
      .set({
        attempts: 9,
        requested_at: sql<Date>`now() - interval '20 hours'`,
        due_at: sql<Date>`now() + ${due}::interval`,
      })
      .where('driver_id', '=', driver.id)
      .execute();

  api.mailer.isAway = true;
  await Promise.all([1, 2, 3, 4, 5].map(ask));
  await api.mails.send();
  assert.deepEqual(await ofDriver.select('attempts').execute(), [{ attempts: 1 }]);

  // Hours later, when it has recovered.
  await change('8 hours');
  api.mailer.isAway = false;
  assert.ok(await ask());
  const renewed = await ofDriver
    .select([
      'attempts',
      sql<boolean>`requested_at > now() - interval '1 minute'`.as('isYoung'),
      sql<boolean>`due_at between now() and now() + interval '1 minute'`.as('isSoon'),
    ])
    .execute();
  assert.deepEqual(renewed, [{ attempts: 0, isYoung: true, isSoon: true }]);
  await api.mails.send();
  assert.deepEqual(api.mailer.sentTo(driver.email), [], 'it may be on its way just now');

  await change('0');
  await api.mails.send();
  await api.mails.send();
  assert.equal(api.mailer.sentTo(driver.email).length, 1);
  assert.deepEqual(await ofDriver.selectAll().execute(), []);
});

test('a link counts as mailed once its mail is sent, not if sending was given up', async () => {
  const driver = await api.addDriver();
  const order = async (isAway: boolean) => {
    api.mailer.isAway = isAway;
    await orderMail(api.apiDb, driver.id, 'unfinished');
    await api.mails.send();
    return findLastLink(api.apiDb, driver.id);
  };
  assert.equal(await order(true), null);
  const giveUp = api.db.deleteFrom('payout_mails').where('driver_id', '=', driver.id);
  await giveUp.execute();
  const first = await order(false);
  assert.ok(first);
  assert.deepEqual(await order(true), first);
  await giveUp.execute();
  assert.deepEqual(await findLastLink(api.apiDb, driver.id), first);
  assert.notDeepEqual(await order(false), first);
});

/** A mail server that accepts everything, but gives this response to lines that start like this. */
function answering(beginning: string, response: string | undefined) {
  return (line: string) => (line.startsWith(beginning) ? response : friendly(line));
}
