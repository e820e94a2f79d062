import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, request, type ServerResponse } from 'node:http';
import https from 'node:https';
import { createServer, type Socket } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { ApiError } from '../api-error.ts';
import { readEnv } from '../env.ts';
import { startFakeIdentityProvider, unsignedIdToken } from '../testing/fake-identity-provider.ts';
import { portOf } from '../testing/port-of.ts';
import { firebaseIdentity, type IdentityProvider } from './identity.ts';

let provider: Awaited<ReturnType<typeof startFakeIdentityProvider>>;
let verifyIdToken: IdentityProvider['verifyIdToken'];

const envWith = (FIREBASE_AUTH_EMULATOR_HOST?: string) =>
  readEnv({
    DATABASE_URL: 'postgres://kargo_api@nowhere/nothing',
    STORAGE_DIR: '/nowhere',
    FIREBASE_PROJECT_ID: provider.projectId,
    FIREBASE_AUTH_EMULATOR_HOST,
  });

before(async () => {
  provider = await startFakeIdentityProvider();
  provider.addAccount({ uid: 'ada', email: 'ada@kargo.example' });
  ({ verifyIdToken } = firebaseIdentity(envWith(provider.host)));
});
after(() => provider.stop());

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code;

test('a valid token identifies its account', async () => {
  const auth_time = Math.floor(Date.now() / 1000) - 290;
  const token = unsignedIdToken({ sub: 'ada', email: 'ada@kargo.example', auth_time });
  assert.deepEqual(await verifyIdToken(token), {
    uid: 'ada',
    email: 'ada@kargo.example',
    signedInAt: new Date(auth_time * 1000),
  });
});

const anHourAgo = Math.floor(Date.now() / 1000) - 3600;

for (const [name, token] of [
  ['that is no token', 'not-a-token'],
  ['with nothing in it', 'bnVsbA.bnVsbA.'],
  ['that has expired', unsignedIdToken({ sub: 'ada', exp: anHourAgo })],
  ['of a sign-in six minutes ago', unsignedIdToken({ sub: 'ada', auth_time: anHourAgo + 3240 })],
  ['of another project', unsignedIdToken({ sub: 'ada', aud: 'demo-other' })],
  ['of another issuer', unsignedIdToken({ sub: 'ada', iss: 'https://evil.example' })],
  ['without a subject', unsignedIdToken({ sub: '' })],
  ['of an account that is gone', unsignedIdToken({ sub: 'nobody' })],
] as const) {
  test(`a token ${name} is refused`, async () => {
    await assert.rejects(verifyIdToken(token), refusedWith('identity_token_invalid'));
  });
}

test('a token from before a password change is refused', async () => {
  provider.addAccount({ uid: 'ben', email: 'ben@kargo.example', tokensRevokedAt: new Date() });
  const token = unsignedIdToken({ sub: 'ben', auth_time: anHourAgo });
  await assert.rejects(verifyIdToken(token), refusedWith('identity_token_invalid'));
});

test('a token of an account that the provider has disabled is refused', async () => {
  provider.addAccount({ uid: 'cleo', email: 'cleo@kargo.example', disabled: true });
  await assert.rejects(
    verifyIdToken(unsignedIdToken({ sub: 'cleo' })),
    refusedWith('identity_token_invalid'),
  );
});

/** firebase-admin reads the emulator's address from `process.env`, once per instance. */
function identityAt(
  t: TestContext,
  emulatorHost: string | undefined,
  options?: Parameters<typeof firebaseIdentity>[1],
) {
  t.after(() => {
    process.env.FIREBASE_AUTH_EMULATOR_HOST = provider.host;
  });
  if (emulatorHost) process.env.FIREBASE_AUTH_EMULATOR_HOST = emulatorHost;
  else delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  return firebaseIdentity(envWith(emulatorHost), options);
}

test('a token is not called invalid when the provider does not respond', async (t) => {
  await assert.rejects(
    identityAt(t, '127.0.0.1:1').verifyIdToken(unsignedIdToken({ sub: 'ada' })),
    refusedWith('unavailable'),
  );
});

test('without the emulator an unsigned token is refused', async (t) => {
  await assert.rejects(
    identityAt(t, undefined).verifyIdToken(unsignedIdToken({ sub: 'ada' })),
    refusedWith('identity_token_invalid'),
  );
});

/** A provider that accepts and counts connections but never responds. */
async function startSilentProvider(t: TestContext) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: `127.0.0.1:${portOf(server)}`, sockets };
}

const timeouts = { tokenMs: 200, sessionMs: 200 };

test('calls to a provider that hangs time out, and fail at once after five times', async (t) => {
  const { host, sockets } = await startSilentProvider(t);
  const states: string[] = [];
  const onChange = (state: string) => states.push(state);
  const identity = identityAt(t, host, { onChange, timeouts });
  const token = unsignedIdToken({ sub: 'ada' });
  for (let time = 0; time < 5; time += 1) {
    await assert.rejects(identity.verifyIdToken(token), refusedWith('unavailable'));
  }
  assert.deepEqual(states, ['Open']);
  const before = sockets.length;
  await assert.rejects(identity.verifyIdToken(token), refusedWith('unavailable'));
  await assert.rejects(identity.signInsEndedBefore('ada'));
  assert.equal(sockets.length, before);
});

test('after any number of invalid tokens, a valid one is accepted', async (t) => {
  const identity = identityAt(t, provider.host);
  for (const sub of Array.from({ length: 10 }, (_, index) => `nobody-${index}`)) {
    for (const token of ['not-a-token', unsignedIdToken({ sub })]) {
      await assert.rejects(identity.verifyIdToken(token), refusedWith('identity_token_invalid'));
    }
  }
  assert.equal((await identity.verifyIdToken(unsignedIdToken({ sub: 'ada' }))).uid, 'ada');
});

/** Texts of errors that mean a provider is unavailable, in every claim that a refusal may quote. */
const hostileTokens = [
  'Error while making request: connect ECONNREFUSED. Error code: ECONNREFUSED',
  'Error fetching public keys for Google certs: 503',
  'app/network-timeout',
  'auth/internal-error',
  'error in secret or public key callback: ETIMEDOUT',
].flatMap((text) =>
  ['aud', 'iss', 'sub', 'email'].map((claim) =>
    unsignedIdToken({ sub: 'nobody', email: 'nobody@kargo.example', [claim]: text }),
  ),
);

test('tokens that quote network errors do not keep others from signing in', async (t) => {
  const states: string[] = [];
  const identity = identityAt(t, provider.host, { onChange: (state) => states.push(state) });
  for (const token of hostileTokens) {
    await assert.rejects(identity.verifyIdToken(token), refusedWith('identity_token_invalid'));
  }
  assert.equal((await identity.verifyIdToken(unsignedIdToken({ sub: 'ada' }))).uid, 'ada');
  assert.deepEqual(states, []);
});

/** An identity that reads Google's keys from a server, which is closed without `answer`. */
async function identityWithKeys(t: TestContext, answer?: (response: ServerResponse) => void) {
  const server = createHttpServer((_request, response) => answer?.(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const port = portOf(server);
  if (answer) t.after(() => server.close());
  else server.close();
  t.mock.method(https, 'request', (options: object, onResponse: () => void) =>
    request(
      { ...options, protocol: 'http:', hostname: '127.0.0.1', port, agent: false },
      onResponse,
    ),
  );
  const states: string[] = [];
  const identity = identityAt(t, undefined, { onChange: (state) => states.push(state) });
  return { identity, states };
}

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const respondWithKeys = (response: ServerResponse) =>
  response
    .setHeader('cache-control', 'max-age=60')
    .end(JSON.stringify({ known: publicKey.export({ type: 'spki', format: 'pem' }) }));

function signedIdToken(claims: Parameters<typeof unsignedIdToken>[0], header: object = {}) {
  const [, payload] = unsignedIdToken(claims).split('.');
  const fields = JSON.stringify({ alg: 'RS256', kid: 'known', ...header });
  const signed = `${Buffer.from(fields).toString('base64url')}.${payload}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

test('with real keys too, such tokens are refused, and a valid one is accepted', async (t) => {
  const { identity, states } = await identityWithKeys(t, respondWithKeys);
  const texts = ['making request', 'ECONNREFUSED', 'network timeout', 'fetching public keys'];
  const signed = texts.flatMap((text) => [
    signedIdToken({ sub: 'ada', aud: text }),
    signedIdToken({ sub: 'ada', iss: text }),
    signedIdToken({ sub: 'ada' }, { kid: text }),
    signedIdToken({ sub: 'ada' }, { alg: text }),
    `${signedIdToken({ sub: text })}x`,
  ]);
  for (const token of [...hostileTokens, ...signed]) {
    await assert.rejects(identity.verifyIdToken(token), refusedWith('identity_token_invalid'));
  }
  assert.equal((await identity.verifyIdToken(signedIdToken({ sub: 'ada' }))).uid, 'ada');
  assert.deepEqual(states, []);
});

for (const [what, answer] of [
  ['cannot be reached', undefined],
  ['answer 500', (response) => response.writeHead(500).end('{}')],
] satisfies [string, ((response: ServerResponse) => void) | undefined][]) {
  test(`a valid token is not called invalid when Google's keys ${what}`, async (t) => {
    const { identity, states } = await identityWithKeys(t, answer);
    for (let time = 0; time < 5; time += 1) {
      const verifying = identity.verifyIdToken(signedIdToken({ sub: 'ada' }));
      await assert.rejects(verifying, refusedWith('unavailable'));
    }
    assert.deepEqual(states, ['Open']);
  });
}

test('a provider that responds with 500 counts as unavailable, with 400 it does not', async (t) => {
  const states: string[] = [];
  const identity = identityAt(t, provider.host, { onChange: (state) => states.push(state) });
  const token = () => identity.verifyIdToken(unsignedIdToken({ sub: 'ada' }));
  for (const [status, code] of [
    [400, 'identity_token_invalid'],
    [500, 'unavailable'],
  ] as const) {
    const heal = provider.respondWith(() => status);
    for (let time = 0; time < 6; time += 1) await assert.rejects(token(), refusedWith(code));
    heal();
  }
  assert.deepEqual(states, ['Open']);
});
