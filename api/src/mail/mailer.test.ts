import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';
import { friendly, startMailServer } from '../testing/start-mail-server.ts';
import { smtpMailer } from './mailer.ts';

const mail = {
  to: 'ada@kargo.example',
  subject: 'A subject',
  text: 'A text.\n',
  html: '<p>A text.</p>',
};
const MAIL_FROM = 'Kargo <no-reply@kargo.example>';

function unavailable(cause: RegExp) {
  return (error: unknown) =>
    error instanceof ApiError &&
    error.code === 'unavailable' &&
    error.cause instanceof Error &&
    cause.test(error.cause.message);
}

test('a mail reaches the server with sender, recipient, subject and text', async (t) => {
  const server = await startMailServer(t, friendly);
  await smtpMailer({ SMTP_URL: server.url, MAIL_FROM }).sendMail(mail);
  assert.ok(server.lines.includes('MAIL FROM:<no-reply@kargo.example>'));
  assert.ok(server.lines.includes('RCPT TO:<ada@kargo.example>'));
  assert.ok(server.lines.includes('From: Kargo <no-reply@kargo.example>'));
  assert.ok(server.lines.includes('Subject: A subject'));
  assert.ok(server.lines.includes('Auto-Submitted: auto-generated'));
  assert.ok(server.lines.includes('A text.'));
});

test('a mail has a text part, and an HTML part with the logo attached', async (t) => {
  const server = await startMailServer(t, friendly);
  await smtpMailer({ SMTP_URL: server.url, MAIL_FROM }).sendMail(mail);
  const structure = server.lines.filter((line) => /^Content-(Type|Id|Disposition)/i.test(line));
  assert.deepEqual(
    structure.map((line) => line.split(';')[0]),
    [
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Content-Type: multipart/related',
      'Content-Type: text/html',
      'Content-Type: image/png',
      'Content-ID: <logo@kargo>',
      'Content-Disposition: inline',
    ],
  );
});

test('a mail goes to one recipient, whatever the address contains', async (t) => {
  const server = await startMailServer(t, friendly);
  const to = 'ada@kargo.example, eve@kargo.example\r\nBcc: mallory@kargo.example';
  await smtpMailer({ SMTP_URL: server.url, MAIL_FROM })
    .sendMail({ ...mail, to })
    .catch(() => {});
  const recipients = server.lines.filter((line) => /^(RCPT TO|Bcc)/i.test(line));
  assert.ok(recipients.length <= 1, recipients.join('\n'));
});

test('without a mail server mails are refused', async () => {
  const mailer = smtpMailer({ SMTP_URL: undefined, MAIL_FROM });
  await assert.rejects(mailer.sendMail(mail), unavailable(/SMTP_URL is not set/));
});

test('a mail that the server refuses is not sent', async (t) => {
  const server = await startMailServer(t, (line) =>
    line.startsWith('RCPT') ? '550 no such mailbox' : friendly(line),
  );
  const mailer = smtpMailer({ SMTP_URL: server.url, MAIL_FROM });
  await assert.rejects(mailer.sendMail(mail), unavailable(/550/));
});

test("the server's message is not repeated, because it quotes the address", async (t) => {
  const server = await startMailServer(t, (line) =>
    line.startsWith('RCPT') ? `550 ${line.slice('RCPT TO:'.length)} unknown` : friendly(line),
  );
  const sending = smtpMailer({ SMTP_URL: server.url, MAIL_FROM }).sendMail(mail);
  await assert.rejects(sending, unavailable(/^The mail server answered 550 \(EENVELOPE\)$/));
});

test('a mail times out when the server sends nothing', async (t) => {
  const server = await startMailServer(t, () => undefined);
  const mailer = smtpMailer({ SMTP_URL: server.url, MAIL_FROM }, { timeoutMs: 100 });
  await assert.rejects(mailer.sendMail(mail), unavailable(/./));
});

test('a mail times out when the server sends endless data', async (t) => {
  const server = await startMailServer(t, () => undefined, { droning: '220-wait' });
  const mailer = smtpMailer({ SMTP_URL: server.url, MAIL_FROM }, { timeoutMs: 100 });
  await assert.rejects(mailer.sendMail(mail), unavailable(/aborted/));
});

test('a mail that timed out is not delivered later', async (t) => {
  // Each response comes in time, but not all of them together.
  const server = await startMailServer(t, (line) => wait(120, friendly(line)));
  const mailer = smtpMailer({ SMTP_URL: server.url, MAIL_FROM }, { timeoutMs: 300 });
  await assert.rejects(mailer.sendMail(mail), unavailable(/./));
  await wait(600);
  assert.ok(!server.lines.includes('DATA'));
});

test('an unreachable server is distinguished from an unconfigured one', async () => {
  const mailer = smtpMailer({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM });
  await assert.rejects(mailer.sendMail(mail), unavailable(/ECONNREFUSED/));
});

test('after five timeouts, mails fail immediately', async (t) => {
  let greeted = 0;
  const server = await startMailServer(t, (line) => {
    if (line === '') greeted += 1;
    return undefined;
  });
  const mailer = smtpMailer({ SMTP_URL: server.url, MAIL_FROM }, { timeoutMs: 100 });
  for (let time = 0; time < 8; time += 1)
    await assert.rejects(mailer.sendMail(mail), unavailable(/./));
  assert.equal(greeted, 5);
});

test('after any number of refused mails, the server gets the next one', async (t) => {
  let isRefusing = true;
  const server = await startMailServer(t, (line) =>
    isRefusing && line.startsWith('RCPT') ? '550 no such mailbox' : friendly(line),
  );
  const mailer = smtpMailer({ SMTP_URL: server.url, MAIL_FROM });
  for (let time = 0; time < 8; time += 1) {
    await assert.rejects(mailer.sendMail(mail), unavailable(/550/));
  }
  isRefusing = false;
  await mailer.sendMail(mail);
});
