import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ApiError } from '../api-error.ts';
import { startTestApi, type TestApi } from '../testing/start-test-api.ts';
import { mailMagicLink } from './mail-magic-link.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
beforeEach(() => {
  api.mailer.isAway = false;
});
after(() => api.stop());

const site = { SITE_URL: 'https://kargo.example', CONTACT_EMAIL: 'hello@kargo.example' };

const mailTo = (email: string) => mailMagicLink({ db: api.apiDb, mailer: api.mailer, site }, email);

/** Returns the token in the link of the newest mail to this address. */
function mailedToken(email: string): string {
  const text = api.mailer.sentTo(email).at(-1)?.text ?? '';
  const [, token] = /^https:\/\/kargo\.example\/profile\?magic_token=([\w-]+)$/m.exec(text) ?? [];
  assert.ok(token, `no link in the mail:\n${text}`);
  return token;
}

const statusOf = async (token: string) => {
  const payload = { token, device_id: null };
  const url = '/api/v1/driver/verify-magic-token';
  return (await api.app.inject({ method: 'POST', url, payload })).statusCode;
};

test('the link in the mail signs in', async () => {
  const driver = await api.addDriver({ name: 'Ada Field' });
  const { id } = await mailTo(driver.email);
  assert.equal(id, driver.id);
  const [mail, ...others] = api.mailer.sentTo(driver.email);
  assert.equal(others.length, 0);
  assert.match(mail?.text ?? '', /Hello Ada Field,/);
  assert.match(mail?.text ?? '', /works up to three times, within 15 minutes/);
  const token = mailedToken(driver.email);
  const button = `href="https://kargo.example/profile?magic_token=${token}"`;
  assert.ok(mail?.html.includes(button));
  assert.match(mail?.html ?? '', /works up to three times, within 15 minutes/);
  assert.equal(await statusOf(token), 200);
});

test('the address may be typed in capitals; the mail goes to the stored one', async () => {
  const driver = await api.addDriver();
  await mailTo(` ${driver.email.toUpperCase()} `);
  assert.equal(api.mailer.sentTo(driver.email).length, 1);
});

test('a driver with a recreated account gets the link to the newest that may sign in', async () => {
  const { email } = await api.addDriver();
  const again = await api.addDriver({ email, firebase_uid: 'made-again' });
  const disabled = await api.addDriver({
    email,
    firebase_uid: 'disabled',
    disabled_at: new Date(),
  });
  assert.notEqual(disabled.id, again.id);
  assert.equal((await mailTo(email)).id, again.id);
});

test('requesting another link invalidates the previous one', async () => {
  const driver = await api.addDriver();
  await mailTo(driver.email);
  const first = mailedToken(driver.email);
  await mailTo(driver.email);
  const second = mailedToken(driver.email);
  assert.notEqual(first, second);
  assert.equal(await statusOf(first), 403);
  assert.equal(await statusOf(second), 200);
});

for (const [name, columns, code] of [
  ['a disabled driver', { disabled_at: new Date() }, 'driver_disabled'],
  ['a driver who is not approved', { approved_at: null }, 'driver_not_approved'],
] as const) {
  test(`${name} gets no mail`, async () => {
    const driver = await api.addDriver(columns);
    await assert.rejects(
      mailTo(driver.email),
      (error) => error instanceof ApiError && error.code === code,
    );
    assert.equal(api.mailer.sentTo(driver.email).length, 0);
  });
}

test('an address that no driver has is named in the error', async () => {
  await assert.rejects(mailTo('nobody@kargo.example'), /nobody@kargo\.example/);
});

test('a mail that cannot be sent is reported', async () => {
  const driver = await api.addDriver();
  api.mailer.isAway = true;
  await assert.rejects(mailTo(driver.email), /could not be sent/);
});
