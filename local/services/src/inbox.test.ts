import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SMTPServer } from 'smtp-server';
import { startInbox } from './inbox.ts';
import { startMailServer } from './mail-server.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const root = temporaryFolder();
let folder: string;
let mailbox: Mailbox;
let mailServer: SMTPServer;
let inbox: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(join(root, 'mail-'));
  mailbox = await openMailbox(folder);
  mailServer = await startMailServer(mailbox, 0, '127.0.0.1');
  inbox = await startInbox(mailbox, 0, '127.0.0.1');
});

afterEach(async () => {
  await inbox.close();
  mailServer.close(() => {});
});

test('Mails sent over SMTP are listed, newest first', async () => {
  await send({ subject: 'First' });
  await send({ subject: 'Second', to: 'Ben@kargo.example' });
  assert.deepEqual(
    (await messages()).map(({ subject, to }) => [subject, to]),
    [
      ['Second', ['ben@kargo.example']],
      ['First', ['ada@kargo.example']],
    ],
  );
  const page = (await inbox.inject('/')).body;
  assert.ok(page.indexOf('Second') < page.indexOf('First'));
  assert.equal((await messages('?to=ada@kargo.example')).length, 1);
});

test('Mails that come at once are all kept', async () => {
  const subjects = ['One', 'Two', 'Three', 'Four', 'Five'];
  const mails = subjects.map((subject) => Buffer.from(`Subject: ${subject}\n\nHello`));
  await Promise.all(mails.map((mail) => mailbox.add(mail)));
  assert.deepEqual(
    mailbox.list().map(({ subject }) => subject),
    subjects.toReversed(),
  );
  assert.equal((await readdir(folder)).length, subjects.length);
});

test('Mails are there after a restart, in files that only their owner can read', async () => {
  await send({ subject: 'Kept' });
  const reopened = await openMailbox(folder);
  assert.deepEqual(reopened.list(), mailbox.list());
  const [file = ''] = await readdir(folder);
  assert.match(await readFile(join(folder, file), 'utf8'), /^Subject: Kept/m);
});

test('The content of a mail is shown as text', async () => {
  await send({ subject: '<b>bold</b>', text: 'See <i>this</i>: http://localhost:3000/?a=1&b=2' });
  const [message] = await messages();
  const page = (await inbox.inject(`/messages/${message?.id}`)).body;
  assert.ok(page.includes('&lt;b&gt;bold&lt;/b&gt;'));
  assert.ok(page.includes('&lt;i&gt;this&lt;/i&gt;'));
  assert.ok(page.includes('<a href="http://localhost:3000/?a=1&amp;b=2">'));
});

test('The HTML of a mail is shown in a frame without scripts, with the pictures that came with it', async () => {
  await send({
    html: '<html><head></head><body><img src="cid:dot@here"><script>1</script></body></html>',
    attachments: [{ cid: 'dot@here', filename: 'dot.png', content: Buffer.from('a picture') }],
  });
  const [message] = await messages();
  const page = (await inbox.inject(`/messages/${message?.id}`)).body;
  const frame = /<iframe src="(\/messages\/\d+\/html)"[^>]* sandbox="([^"]*)"/.exec(page);
  assert.equal(frame?.[2], 'allow-popups allow-popups-to-escape-sandbox');
  const { body, headers } = await inbox.inject(frame?.[1] ?? '');
  assert.ok(body.includes(`<img src="data:image/png;base64,${btoa('a picture')}">`));
  assert.ok(body.includes('<base target="_blank">'));
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; .*; sandbox /);
});

test('A mail of text alone has no HTML', async () => {
  await send({});
  const [message] = await messages();
  const address = `/messages/${message?.id}`;
  assert.doesNotMatch((await inbox.inject(address)).body, /<iframe/);
  assert.equal((await inbox.inject(`${address}/html`)).statusCode, 404);
});

test('A mail that is not there is not found', async () => {
  assert.equal((await inbox.inject('/messages/1')).statusCode, 404);
  assert.equal((await inbox.inject('/messages/one')).statusCode, 400);
});

async function messages(query = ''): Promise<ReturnType<Mailbox['list']>> {
  return (await inbox.inject(`/api/messages${query}`)).json();
}

async function send(mail: SendMailOptions): Promise<void> {
  const address = mailServer.server.address();
  assert.ok(address && typeof address === 'object');
  await createTransport(`smtp://127.0.0.1:${address.port}`).sendMail({
    from: 'noreply@kargo.example',
    to: 'ada@kargo.example',
    text: 'Hello',
    ...mail,
  });
}
