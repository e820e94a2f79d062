import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Profile } from '@kargo/shared-types/api/driver';
import { maxUploadBytes } from '@kargo/shared-types/forms/limits';
import { freePort } from 'local-services/free-port';
import { connect } from './database/connect.ts';
import { multipartForm } from './testing/multipart-form.ts';
import { samplePicture } from './testing/payout-form.ts';
import { friendly, startMailServer } from './testing/start-mail-server.ts';
import {
  addSignedInDriver,
  exitCode,
  forkServer,
  serverNeeds,
  untilReady,
} from './testing/start-server.ts';

const { postgres, env, url, remove } = await serverNeeds();
after(remove);

const signIn = async () => (await addSignedInDriver(postgres.ownerUrl)).headers;

test('the server reports that it listens, and what it confirmed as saved survives kill -9', async (t) => {
  const operatorsPort = await freePort();
  const first = forkServer({ ...env, OPERATORS_PORT: `${operatorsPort}` });
  await untilReady(first.child);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  assert.equal((await fetch(`${url}/metrics`)).status, 404);
  const metrics = await fetch(`http://127.0.0.1:${operatorsPort}/metrics`);
  assert.match(await metrics.text(), /^kargo_breaker_open\{dependency="stripe"\} 0$/m);
  const headers = await signIn();
  const form = await multipartForm([
    ['name', 'Ada after the crash'],
    ['phone', '2025550199'],
    ['image', { bytes: await samplePicture(), filename: 'me.png' }],
  ]);
  const response = await fetch(`${url}/api/v1/driver/profile/update`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: form.payload,
  });
  first.child.kill('SIGKILL');
  const saved = (await response.json()) as Profile;
  await exitCode(first.child);

  const second = forkServer(env);
  await untilReady(second.child);
  const visit = await fetch(`${url}/api/v1/verify`, { headers });
  assert.deepEqual(await visit.json(), saved);
  assert.equal((await fetch(url + saved.image)).status, 200);
  await t.test('every picture from a visitor who is not signed in gets a 401', async () => {
    const body = new FormData();
    body.set('image', new File([new Uint8Array(maxUploadBytes)], 'me.png'));
    for (const _ of Array(20).keys()) {
      const refused = await fetch(`${url}/api/v1/driver/profile/update`, { method: 'POST', body });
      assert.equal(refused.status, 401);
      await refused.text();
    }
  });
  // The API stops on its own when its supervisor has ended.
  second.child.disconnect();
  assert.equal(await exitCode(second.child), 0);
});

/** Makes calls with secrets, and returns what the log of the server must say of them. */
async function callWithSecrets() {
  const headers = await signIn();
  await fetch(`${url}/api/v1/verify?magic_token=query-secret`, {
    headers: { ...headers, cookie: 'XSRF-TOKEN=cookie-secret', 'x-request-id': 'from-gateway' },
  });
  for (const path of [
    '/api/v1/nothing?magic_token=query-secret',
    '/api/v1/payout-links/path-secret/',
    '/api/v1//payout-links/path-secret',
    '/api/v1/payout-links/path-secret%ZZ',
    '/api/v1/resend-onboarding-link/path-secret%00/9',
  ]) {
    const { status } = await fetch(url + path);
    assert.ok(status >= 400 && status < 500, `${path} ${status}`);
  }
  await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'mail-secret@kargo.example',
      password: 'password-secret',
      type: 'driver',
      web_request: true,
      device_id: null,
      firebase_token: 'identity-secret',
    }),
  });
  await fetch(`${url}/api/v1/driver/verify-magic-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: 'magic-secret', device_id: null }),
  });
  return (log: string) => {
    assert.doesNotMatch(log, /secret/);
    assert.match(log, /no driver has a magic link with this token/);
    assert.ok(!log.includes(headers.authorization?.slice('Bearer '.length) ?? ''));
    const lines = log.trim().split('\n');
    const entries = lines.map((line): { reqId?: string; msg: string } => JSON.parse(line));
    const ofRequest = entries.filter((entry) => entry.reqId === 'from-gateway');
    assert.ok(ofRequest.some((entry) => entry.msg === 'request completed'));
  };
}

test('while stopping, the server is not ready, answers everything else, and lets uploads finish; its log has lines with request ids and no secrets', async (t) => {
  const { child, stdout } = forkServer({ ...env, SHUTDOWN_DELAY_SECONDS: '1', LOG_LEVEL: 'trace' });
  t.after(() => child.kill('SIGKILL'));
  await untilReady(child);
  const checkLog = await callWithSecrets();
  const form = await multipartForm([
    ['name', 'Ada on her way'],
    ['phone', '2025550199'],
  ]);
  const upload = request(`${url}/api/v1/driver/profile/update`, {
    method: 'POST',
    headers: { ...(await signIn()), ...form.headers, 'content-length': form.payload.length },
  });
  const answered = once(upload, 'response');
  const half = Math.floor(form.payload.length / 2);
  upload.write(form.payload.subarray(0, half));
  await wait(300);
  child.kill('SIGTERM');
  while ((await fetch(`${url}/readyz`)).ok) await wait(10);
  for (const [path, status] of [
    ['/healthz', 200],
    ['/api/v1/ip', 200],
    ['/api/v1/verify', 401],
  ] as const) {
    const response = await fetch(url + path);
    await response.text();
    assert.equal(response.status, status, path);
    assert.equal(response.headers.get('connection'), 'close', path);
  }
  await wait(2000);
  await assert.rejects(fetch(`${url}/healthz`), 'nobody new is let in');
  upload.end(form.payload.subarray(half));
  const [response] = (await answered) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  assert.equal(JSON.parse(await text(response)).name, 'Ada on her way');
  assert.equal(await exitCode(child), 0);
  checkLog(await stdout);
});

test('a server stopped while sending a mail neither sends it again nor starts another', async (t) => {
  const db = connect(postgres.ownerUrl);
  t.after(() => db.destroy());
  const { id: driver_id } = await addSignedInDriver(postgres.ownerUrl);
  await db
    .insertInto('payout_mails')
    .values([
      { driver_id, reason: 'unfinished' },
      { driver_id, reason: 'disabled' },
    ])
    .execute();
  const isListening = () =>
    fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(Boolean, () => false);
  const mailServer = await startMailServer(t, async (line) => {
    if (line === '.') child.kill('SIGTERM');
    while (line === '.' && (await isListening())) await wait(10);
    return friendly(line);
  });
  const { child } = forkServer({ ...env, SMTP_URL: mailServer.url });
  t.after(() => child.kill('SIGKILL'));
  assert.equal(await exitCode(child), 0);
  const left = await db.deleteFrom('payout_mails').returning('attempts').execute();
  assert.deepEqual(left, [{ attempts: 0 }]);
});
