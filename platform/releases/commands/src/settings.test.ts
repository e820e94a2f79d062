import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CliError } from './cli-error.ts';
import { portsOf, readSettings, root } from './settings.ts';

test('With no variable set, everything runs on this machine', () => {
  const settings = readSettings({});
  assert.equal(settings.dataFolder, join(root, '.kargo'));
  assert.equal(settings.host, '127.0.0.1');
  assert.equal(settings.siteUrl, 'http://localhost:3000');
  assert.deepEqual(
    Object.fromEntries(portsOf(settings).map(({ variable, number }) => [variable, number])),
    {
      KARGO_PORT: 3000,
      KARGO_OPERATORS_PORT: 3002,
      KARGO_API_PORT: 3010,
      KARGO_API_OPERATORS_PORT: 3012,
      KARGO_MAIL_PORT: 3020,
      KARGO_SMTP_PORT: 3025,
      KARGO_AUTH_PORT: 3030,
      KARGO_DATABASE_PORT: 3032,
      KARGO_STRIPE_PORT: 3040,
    },
  );
});

test('The site is opened under its port unless a URL is given', () => {
  assert.equal(readSettings({ KARGO_PORT: '4000' }).siteUrl, 'http://localhost:4000');
  const settings = readSettings({ KARGO_PORT: '4000', KARGO_SITE_URL: 'https://kargo.example/' });
  assert.equal(settings.siteUrl, 'https://kargo.example');
});

const replacements: [part: string, Record<string, string>, gone: string[]][] = [
  [
    'the database',
    {
      DATABASE_URL: 'postgres://kargo_api@db.example/kargo',
      DATABASE_OWNER_URL: 'postgres://kargo@db.example/kargo',
    },
    ['KARGO_DATABASE_PORT'],
  ],
  ['the mail', { SMTP_URL: 'smtp://mail.example' }, ['KARGO_MAIL_PORT', 'KARGO_SMTP_PORT']],
  [
    'the identity provider',
    { FIREBASE_PROJECT_ID: 'kargo', FIREBASE_API_KEY: 'key' },
    ['KARGO_AUTH_PORT'],
  ],
  ['Stripe', { STRIPE_SECRET_KEY: 'sk_test_1' }, ['KARGO_STRIPE_PORT']],
];

for (const [part, environment, gone] of replacements) {
  test(`The real thing replaces ${part}`, () => {
    const without = portsOf(readSettings(environment)).map(({ variable }) => variable);
    const all = portsOf(readSettings({})).map(({ variable }) => variable);
    assert.deepEqual(
      all.filter((variable) => !without.includes(variable)),
      gone,
    );
  });
}

const refusals: [Record<string, string>, RegExp][] = [
  [{ KARGO_PORT: 'web' }, /^KARGO_PORT has to be a port from 1 to 65535, not "web"\.$/],
  [{ KARGO_PORT: '0' }, /KARGO_PORT/],
  [{ KARGO_API_PORT: '65536' }, /KARGO_API_PORT/],
  [{ KARGO_HOST: 'example' }, /KARGO_HOST/],
  [{ KARGO_SITE_URL: 'kargo.example' }, /KARGO_SITE_URL/],
  [{ KARGO_SITE_URL: 'https://kargo.example/shop' }, /KARGO_SITE_URL/],
  [{ FIREBASE_PROJECT_ID: 'kargo' }, /FIREBASE_API_KEY/],
  [{ DATABASE_URL: 'postgres://kargo@db.example/kargo' }, /DATABASE_OWNER_URL/],
];

for (const [environment, sentence] of refusals) {
  test(`Refused: ${JSON.stringify(environment)}`, () => {
    assert.throws(
      () => readSettings(environment),
      (error) => error instanceof CliError && sentence.test(error.message),
    );
  });
}

test('The error about an invalid URL does not contain its password', () => {
  for (const variable of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'SMTP_URL']) {
    assert.throws(
      () => readSettings({ [variable]: 'mysql://kargo:secret@db.example' }),
      (error) => error instanceof CliError && !error.message.includes('secret'),
    );
  }
});

test('Outside of a repository, a command is refused in one sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kargo-settings-'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'release.ts'), 'marketing'],
    { cwd: folder, encoding: 'utf8' },
  );
  rmdirSync(folder);
  assert.equal(status, 1);
  assert.equal(stderr, 'Run this in a repository whose packages are installed.\n');
});
