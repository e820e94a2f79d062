import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvError, readEnv, readJobEnv } from './env.ts';

const complete = {
  DATABASE_URL: 'postgres://kargo@127.0.0.1/kargo',
  FIREBASE_PROJECT_ID: 'kargo-site',
  STORAGE_DIR: '/var/kargo',
};

const live = { NODE_ENV: 'production', SITE_URL: 'https://kargo.example' };
const liveKeys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

test('the defaults are those of a machine behind a gateway of its own', () => {
  const env = readEnv(complete);
  assert.equal(env.HOST, '127.0.0.1');
  assert.equal(env.PORT, 3010);
  assert.equal(env.TRUST_PROXY, 'loopback');
  assert.equal(env.STORAGE_DRIVER, 'fs');
});

test('an empty variable counts as not set', () => {
  assert.equal(readEnv({ ...complete, PORT: '' }).PORT, 3010);
  assert.throws(() => readEnv({ ...complete, DATABASE_URL: '' }), /DATABASE_URL/);
});

for (const [name, change, sentence] of [
  ['a missing database', { DATABASE_URL: undefined }, /DATABASE_URL/],
  ['a port that is no number', { PORT: 'web' }, /PORT/],
  ['a database without a user', { DATABASE_URL: 'postgres://127.0.0.1/kargo' }, /^DATABASE_URL/],
  [
    'production with the password from the sources',
    { ...live, DATABASE_URL: 'postgres://kargo_api:kargo@127.0.0.1/kargo' },
    /^The password in DATABASE_URL must be one of your own/,
  ],
  [
    "production where the API has the owner's password",
    { ...live, DATABASE_OWNER_URL: 'postgres://kargo:secret@127.0.0.1/kargo' },
    /^DATABASE_OWNER_URL must not be set/,
  ],
  ['everybody as the gateway', { TRUST_PROXY: 'true' }, /^TRUST_PROXY has to name/],
  ['every address as the gateway', { TRUST_PROXY: 'loopback, ::/0' }, /^TRUST_PROXY has to name/],
  ['an unknown NODE_ENV', { NODE_ENV: 'staging' }, /NODE_ENV/],
  ['production without the address of the site', { NODE_ENV: 'production' }, /^SITE_URL has to be/],
  ['folder storage without a folder', { STORAGE_DIR: undefined }, /STORAGE_DIR/],
  ['bucket storage without a bucket', { STORAGE_DRIVER: 's3' }, /S3_BUCKET/],
  ['half a key pair', { S3_ACCESS_KEY_ID: 'id' }, /S3_SECRET_ACCESS_KEY/],
  ['a mail server without SMTP', { SMTP_URL: 'https://mail.example' }, /SMTP_URL/],
  [
    'production that mails without a sender',
    { NODE_ENV: 'production', SMTP_URL: 'smtps://mail.example' },
    /MAIL_FROM/,
  ],
  [
    'a key of Stripe without a webhook secret',
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    /STRIPE_WEBHOOK_SECRET/,
  ],
  ['something else than a key of Stripe', { STRIPE_SECRET_KEY: 'pk_test_1' }, /STRIPE_SECRET_KEY/],
  [
    'a live key of Stripe for the stand-in',
    {
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: 'http://127.0.0.1:3040',
    },
    /STRIPE_API_BASE must not be set/,
  ],
  [
    'production on the stand-in for Stripe',
    { NODE_ENV: 'production', STRIPE_API_BASE: 'http://127.0.0.1:3040' },
    /STRIPE_API_BASE must not be set/,
  ],
  [
    'production on the Auth emulator',
    { NODE_ENV: 'production', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    /FIREBASE_AUTH_EMULATOR_HOST must not be set/,
  ],
  [
    'production on a project that only emulators know',
    { NODE_ENV: 'production', FIREBASE_PROJECT_ID: 'demo-kargo' },
    /demo-/,
  ],
  [
    'a site with https on the Auth emulator',
    { SITE_URL: 'https://kargo.example', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    /FIREBASE_AUTH_EMULATOR_HOST must not be set/,
  ],
  [
    'a live key of Stripe with the Auth emulator',
    { ...liveKeys, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    /FIREBASE_AUTH_EMULATOR_HOST must not be set/,
  ],
  [
    'production with the webhook secret from the sources',
    { ...live, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_kargo_local' },
    /STRIPE_WEBHOOK_SECRET must be one of your own/,
  ],
  [
    "production with the gateway's secret from the sources",
    { ...live, ...liveKeys, GATEWAY_SECRET: 'nobody-outside-reaches-what-this-opens' },
    /GATEWAY_SECRET must be one of your own/,
  ],
] as const) {
  test(`${name} is refused with a sentence that names the variable`, () => {
    assert.throws(
      () => readEnv({ ...complete, ...change }),
      (error) => error instanceof EnvError && sentence.test(error.message),
    );
  });
}

test('production requires real services; elsewhere the emulator is accepted', () => {
  const SITE_URL = 'https://kargo.example';
  assert.equal(readEnv({ ...complete, NODE_ENV: 'production', SITE_URL }).SITE_URL, SITE_URL);
  readEnv({ ...complete, NODE_ENV: 'development', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' });
});

const urls = {
  DATABASE_OWNER_URL: 'postgres://kargo:kargo@127.0.0.1/kargo',
  DATABASE_URL: 'postgres://kargo_api:kargo@127.0.0.1/kargo',
};

test('jobs accept the passwords from the sources on a developer’s machine, not in production', () => {
  assert.equal(readJobEnv(urls).AUDIT_DAYS, 400);
  for (const production of [{ NODE_ENV: 'production' }, { SITE_URL: live.SITE_URL }]) {
    for (const [name, url] of Object.entries(urls)) {
      const own = url.replace(':kargo@', ':own@');
      assert.throws(
        () =>
          readJobEnv({ ...production, DATABASE_OWNER_URL: own, DATABASE_URL: own, [name]: url }),
        { message: new RegExp(`^The password in ${name} must be one of your own`) },
      );
    }
  }
});

test('an unusable URL is not repeated, because it contains a password', () => {
  for (const name of Object.keys(urls)) {
    for (const url of [
      'mysql://kargo:secret@127.0.0.1/kargo',
      'postgres://kargo:secret@:port',
      'postgres://kargo:secret%@127.0.0.1/kargo',
    ]) {
      assert.throws(
        () => readJobEnv({ ...urls, [name]: url }),
        (error) =>
          error instanceof EnvError &&
          error.message.includes(name) &&
          !error.message.includes('secret'),
      );
    }
  }
});
