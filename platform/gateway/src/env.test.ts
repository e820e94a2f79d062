import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { newPublisherKey, publisherVariables } from '@kargo/release-log/rules/release-signature';
import { EnvError, readEnv } from './env.ts';
import { publicConfiguration } from './pages/public-configuration.ts';

const keysOf = async (kid: string) =>
  publisherVariables(await newPublisherKey(kid, ['*'])).PUBLISHERS;

const local = parseEnv(
  readFileSync(join(import.meta.dirname, '../../../docker-compose.local.env'), 'utf8'),
);
/** Each key of a JWK set alone, under another name. */
const renamed = JSON.parse(local.PUBLISHERS ?? '').keys.map((key: object) =>
  JSON.stringify({ log: 'ours', keys: [{ ...key, kid: 'ours' }] }),
);

const production = {
  NODE_ENV: 'production',
  STATE_DIR: 'state',
  PUBLISHERS: await keysOf('owner'),
};

test('An empty environment gives a gateway for one machine, without sign-in', () => {
  const env = readEnv({});
  assert.equal(env.HOST, '127.0.0.1');
  assert.equal(env.PORT, 3000);
  assert.equal(env.API_URL, 'http://127.0.0.1:3010');
  assert.equal(env.SITE_URL, 'http://localhost:3000');
  assert.equal(env.TRUST_PROXY, false);
  assert.deepEqual(publicConfiguration(env), {
    apiBase: '/api/v1',
    ipLookupUrl: '/api/v1/ip',
    firebase: null,
    contactEmail: 'hello@kargo.example',
    contactPhone: '+1 (555) 010-0199',
    iosAppUrl: null,
    androidAppUrl: null,
    socialUrls: { photos: undefined, chat: undefined, films: undefined, work: undefined },
    scriptSilenceMs: undefined,
  });
});

test('An empty variable counts as not set', () => {
  const env = readEnv({ PORT: '', SITE_URL: '', IOS_APP_URL: '', FIREBASE_API_KEY: '' });
  assert.equal(env.PORT, 3000);
  assert.equal(publicConfiguration(env).iosAppUrl, null);
  assert.equal(publicConfiguration(env).firebase, null);
});

test('Only the listed variables of the environment are kept', () => {
  assert.equal('STRIPE_SECRET_KEY' in readEnv({ STRIPE_SECRET_KEY: 'sk_live' }), false);
});

test('The page gets the configured Firebase variables', () => {
  const env = readEnv({
    FIREBASE_API_KEY: 'key',
    FIREBASE_PROJECT_ID: 'demo-kargo',
    FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099/',
  });
  assert.deepEqual(JSON.parse(JSON.stringify(publicConfiguration(env).firebase)), {
    apiKey: 'key',
    projectId: 'demo-kargo',
    authEmulatorUrl: 'http://127.0.0.1:9099',
  });
});

test('The page gets the configured timeout for loading a release', () => {
  const env = readEnv({ SCRIPT_SILENCE_MS: '3000' });
  assert.equal(publicConfiguration(env).scriptSilenceMs, 3000);
});

test('Apps in development are read as names and origins', () => {
  const { KARGO_DEV_APPS } = readEnv({
    KARGO_DEV_APPS: 'shell=http://localhost:3100, profile=http://localhost:3103/',
  });
  assert.deepEqual(
    [...KARGO_DEV_APPS],
    [
      ['shell', 'http://localhost:3100'],
      ['profile', 'http://localhost:3103'],
    ],
  );
});

test('Production starts with a trusted proxy, and on one machine without a proxy', () => {
  const site = { SITE_URL: 'https://kargo.example', TRUST_PROXY: 'uniquelocal' };
  assert.equal(readEnv({ ...production, ...site }).TRUST_PROXY, 'uniquelocal');
  readEnv({ ...production, SITE_URL: 'http://localhost:3000' });
});

test('https or a live key of Stripe means production', () => {
  const site = { SITE_URL: 'https://kargo.example', TRUST_PROXY: 'uniquelocal' };
  assert.equal(readEnv({ ...production, NODE_ENV: 'development', ...site }).NODE_ENV, 'production');
  for (const variables of [site, { STRIPE_SECRET_KEY: 'rk_live_1' }])
    assert.throws(() => readEnv(variables), /^Error: PUBLISHERS has to be set in production/);
  assert.equal(readEnv({ STRIPE_SECRET_KEY: 'sk_test_1' }).NODE_ENV, 'development');
});

const refusals: [variables: Record<string, string>, sentence: RegExp][] = [
  [{ PORT: 'many' }, /PORT must be integer/],
  [{ PORT: '70000' }, /PORT must be <= 65535/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be equal to one of the allowed values/],
  [{ SCRIPT_SILENCE_MS: '99' }, /SCRIPT_SILENCE_MS must be >= 100/],
  [{ RELEASES_CACHE_BYTES: '0' }, /RELEASES_CACHE_BYTES must be >= 1/],
  [{ API_URL: 'api:3010' }, /API_URL has to be an origin/],
  [{ API_URL: 'http://api/v1' }, /API_URL has to be an origin/],
  [{ SITE_URL: 'kargo.example' }, /SITE_URL has to be an origin/],
  [{ API_BASE: 'api/v1' }, /API_BASE has to be a path or an http\(s\) URL/],
  [{ API_BASE: '//elsewhere' }, /API_BASE has to be a path or an http\(s\) URL/],
  [{ IP_LOOKUP_URL: 'javascript:1' }, /IP_LOOKUP_URL has to be a path or/],
  [{ IOS_APP_URL: 'javascript:alert(1)' }, /IOS_APP_URL has to be an http\(s\) URL/],
  [{ SOCIAL_CHAT_URL: 'chat.example/kargo' }, /SOCIAL_CHAT_URL has to be an http\(s\) URL/],
  [{ KARGO_NOTIFY_URL: 'chat.example/secret' }, /^KARGO_NOTIFY_URL has to be an http\(s\) URL\.$/],
  [{ FIREBASE_API_KEY: 'key' }, /have to be set together/],
  [{ FIREBASE_PROJECT_ID: 'kargo' }, /have to be set together/],
  [{ KARGO_DEV_APPS: 'profile' }, /list of name=origin, but has "profile"/],
  [{ NODE_ENV: 'prod' }, /NODE_ENV must be equal to one of the allowed values/],
  [{ ...production }, /^SITE_URL has to be set in production/],
  [{ ...production, PUBLISHERS: '' }, /^PUBLISHERS has to be set in production/],
  [{ ...production, STATE_DIR: '' }, /^STATE_DIR has to be set in production/],
  [{ PUBLISHERS: '{}' }, /^PUBLISHERS: the document must have required properties log, keys/],
  ...renamed.map((PUBLISHERS: string) => [
    { ...production, PUBLISHERS },
    /^PUBLISHERS must not contain the keys in docker-compose\.local\.env/,
  ]),
  [
    { ...production, SITE_URL: 'http://localhost', GATEWAY_SECRET: local.GATEWAY_SECRET ?? '' },
    /^GATEWAY_SECRET must not be the one in docker-compose\.local\.env/,
  ],
  [
    { ...production, SITE_URL: 'https://kargo.example' },
    /^TRUST_PROXY has to be set in production when SITE_URL begins with https/,
  ],
  [
    { ...production, SITE_URL: 'https://kargo.example', TRUST_PROXY: 'false' },
    /^TRUST_PROXY has to be set/,
  ],
  [{ ...production, TRUST_PROXY: 'true' }, /^TRUST_PROXY has to name the addresses/],
  [{ ...production, TRUST_PROXY: '::/0' }, /^TRUST_PROXY has to name the addresses/],
  [{ TRUST_PROXY: 'traefik' }, /^TRUST_PROXY has to be a list of addresses.*invalid IP.*traefik/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY has to be a list of addresses/],
  [{ TRUST_PROXY: '10.0.0.1,' }, /^TRUST_PROXY has to be a list of addresses/],
  [
    { ...production, FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099' },
    /FIREBASE_AUTH_EMULATOR_URL must not be set in production/,
  ],
  [
    { ...production, KARGO_DEV_APPS: 'shell=http://localhost:3100' },
    /KARGO_DEV_APPS must not be set in production/,
  ],
];

for (const [variables, sentence] of refusals) {
  test(`Refused with a sentence: ${JSON.stringify(variables)}`, () => {
    assert.throws(
      () => readEnv(variables),
      (error) => error instanceof EnvError && sentence.test(error.message),
    );
  });
}
