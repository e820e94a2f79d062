import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { startAuthEmulator } from './auth-emulator.ts';
import { callAuth, signIn, signUp } from './testing/account.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const dataFolder = temporaryFolder();
const mails: { to: string; text: string; headers: object }[] = [];
let server: Server;
let auth: string;
let email: string;
let account = 0;

before(async () => {
  server = await startAuthEmulator(dataFolder, 0, '127.0.0.1', (mail) => mails.push(mail));
  auth = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(async () => {
  account += 1;
  email = `driver-${account}@kargo.example`;
  mails.length = 0;
  await signUp(auth, email, 'old-secret');
});

after(() => {
  server.closeAllConnections();
  server.close();
});

test('An unknown address and a wrong password get the same response', async () => {
  for (const [address, password] of [
    [email, 'wrong-secret'],
    ['nobody@kargo.example', 'old-secret'],
  ] as const) {
    const { status, response } = await signIn(auth, address, password);
    assert.equal(status, 400);
    assert.equal(response.error?.message, 'INVALID_LOGIN_CREDENTIALS');
  }
});

test('The link in the password mail opens a page that sets a new password', async () => {
  const link = await askForReset();
  assert.deepEqual(mails[0]?.headers, { 'Auto-Submitted': 'auto-generated' });
  const opened = await fetch(link);
  assert.equal(opened.status, 200);
  assert.match(opened.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const form = await opened.text();
  assert.match(form, new RegExp(email));
  assert.match(form, /<label for="password">New password/);

  const saved = await save(link, 'new-secret');
  assert.equal(saved.status, 200);
  assert.match(await saved.text(), /<a href="http:\/\/localhost:3000\/">Continue/);
  assert.equal((await signIn(auth, email, 'new-secret')).status, 200);
  assert.equal((await signIn(auth, email, 'old-secret')).status, 400);
});

test('A link works once', async () => {
  const link = await askForReset();
  await save(link, 'new-secret');
  assert.equal((await fetch(link)).status, 400);
  const again = await save(link, 'other-secret');
  assert.equal(again.status, 400);
  assert.match(await again.text(), /has already been used/);
  assert.equal((await signIn(auth, email, 'new-secret')).status, 200);
});

for (const [password, sentence] of [
  ['', 'Enter a new password.'],
  ['short', 'Choose at least 6 characters.'],
] as const) {
  test(`The password "${password}" is refused, and the link still works`, async () => {
    const link = await askForReset();
    const refused = await save(link, password);
    assert.equal(refused.status, 400);
    assert.ok((await refused.text()).includes(sentence));
    assert.equal((await save(link, 'new-secret')).status, 200);
  });
}

test('A link leads on to web pages only', async () => {
  const link = new URL(await askForReset());
  link.searchParams.set('continueUrl', 'javascript:alert(1)');
  const saved = await (await save(link.href, 'new-secret')).text();
  assert.doesNotMatch(saved, /javascript:|<a /);
});

test('An address that is no URL is not found, and the emulator goes on', async () => {
  const socket = connect(Number(new URL(auth).port), '127.0.0.1');
  socket.write('GET // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  assert.match(await text(socket), /^HTTP\/1.1 404 /);
});

test('No mail is sent to an unknown address, and the response is the same', async () => {
  const unknown = await callAuth(auth, 'sendOobCode', {
    requestType: 'PASSWORD_RESET',
    email: 'nobody@kargo.example',
  });
  assert.equal(unknown.status, 200);
  assert.equal(unknown.response.email, 'nobody@kargo.example');
  assert.deepEqual(mails, []);
});

test('The administration API for firebase-admin works', async () => {
  const project = `${auth}/identitytoolkit.googleapis.com/v1/projects/demo-kargo`;
  const response = await fetch(`${project}/accounts:lookup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ email: [email] }),
  });
  const { users } = (await response.json()) as { users: { email: string }[] };
  assert.equal(users[0]?.email, email);
});

/** Requests a password mail and returns its link. */
async function askForReset(): Promise<string> {
  const { status } = await callAuth(auth, 'sendOobCode', {
    requestType: 'PASSWORD_RESET',
    email,
    continueUrl: 'http://localhost:3000/',
  });
  assert.equal(status, 200);
  const [mail] = mails;
  assert.ok(mail);
  assert.equal(mail.to, email);
  const link = /http:\S+/.exec(mail.text)?.[0];
  assert.ok(link);
  return link;
}

function save(link: string, password: string): Promise<Response> {
  return fetch(link, { method: 'POST', body: new URLSearchParams({ password }) });
}
