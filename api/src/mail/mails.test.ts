import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';
import { linkMail } from '../payouts/link-mail.ts';
import { friendly, startMailServer } from '../testing/start-mail-server.ts';
import { logoId } from './mail-html.ts';
import { smtpMailer } from './mailer.ts';
import { writeMail } from './write-mail.ts';

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

const site = { SITE_URL: 'https://kargo.example', CONTACT_EMAIL: 'help@kargo.example' };

const letter = {
  to: 'ada@kargo.example',
  name: 'Ada Field',
  subject: 'Your link',
  purpose: 'Do the one thing.',
  button: 'Do it',
  link: 'https://kargo.example/a?b=1&c=2',
  lifetime: 'It works for a day.',
  reason: 'You asked for it.',
};

/** Returns the text that a mail program shows of HTML, on one line. */
const shown = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('both parts of a mail say the same', () => {
  const { to, subject, text, html } = writeMail(letter, site);
  assert.equal(to, letter.to);
  assert.equal(subject, letter.subject);
  for (const part of [text, shown(html)]) {
    for (const sentence of [
      'Hello Ada Field,',
      letter.purpose,
      letter.lifetime,
      letter.reason,
      'Neither Kargo nor Stripe ever asks for your password by e-mail.',
      'Questions? Write to',
      site.CONTACT_EMAIL,
    ]) {
      assert.ok(part.includes(sentence), `${sentence}\n${part}`);
    }
  }
});

test('the text has the address on a line of its own, the HTML behind the button and in full', () => {
  const { text, html } = writeMail(letter, site);
  assert.ok(text.split('\n').includes(letter.link));
  const escaped = letter.link.replace('&', '&amp;');
  assert.equal(html.split(`href="${escaped}"`).length - 1, 2);
  assert.ok(html.includes(`>${escaped}</a>`));
  assert.ok(html.includes('>Do it</a>'));
});

test("a driver's input is shown as text, never as HTML", () => {
  const name = '<img src=x onerror="alert(1)"> & \'Ada\'';
  const { text, html } = writeMail({ ...letter, name }, site);
  assert.ok(text.includes(`Hello ${name},`));
  assert.ok(
    html.includes('Hello &lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Ada&#39;,'),
  );
  assert.equal(html.match(/<img/g)?.length, 1);
});

test('a mail shows without fetching anything: its one picture is attached, and links lead to the site', () => {
  const { html } = writeMail(letter, site);
  assert.deepEqual(html.match(/\bsrc="[^"]*"/g), [`src="cid:${logoId}"`]);
  assert.doesNotMatch(html, /<(script|link|iframe|object|form)\b|url\(|@import|@font-face/i);
  for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g)) {
    assert.match(address, /^(https:\/\/kargo\.example\/|mailto:help@kargo\.example$)/);
  }
});

const link = 'https://kargo.example/api/v1/payout-links/token';
const driver = { email: 'ada@kargo.example', name: 'Ada <b>Field</b>' };

for (const [reason, button, why] of [
  ['form_completed', 'Add bank details', 'your payout details were sent to Kargo'],
  ['unfinished', 'Finish setup', 'somebody asked Kargo for a link'],
  ['disabled', 'See what is missing', 'somebody asked Kargo for a link'],
  ['bank_details', 'Update bank details', 'somebody asked Kargo for a link'],
] as const) {
  test(`the mail "${reason}" leads to the link, and says why it comes and how long it works`, () => {
    const { to, text, html } = linkMail({ ...driver, reason }, link, site);
    assert.equal(to, driver.email);
    assert.ok(text.split('\n').includes(link));
    assert.match(html, new RegExp(`href="${link}"[^>]*>${button}</a>`));
    for (const part of [text, html]) {
      assert.ok(part.includes(why));
      assert.ok(part.includes('The link works for 24 hours.'));
    }
    assert.ok(html.includes('Hello Ada &lt;b&gt;Field&lt;/b&gt;,'));
  });
}
