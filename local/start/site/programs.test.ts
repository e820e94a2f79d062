import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings } from '@kargo/commands/settings';
import { keptPassword } from 'local-services/postgres-url';
import { apiServer, gateway, localServices } from './programs.ts';

test('The network reaches only the site, and the browser of this machine the rest', () => {
  const settings = readSettings({
    KARGO_HOST: '0.0.0.0',
    KARGO_SITE_URL: 'http://192.168.1.5:3000',
  });
  assert.doesNotMatch(String(localServices(settings).parameters), /--host|192\.168/);
  const { HOST, OPERATORS_HOST, FIREBASE_AUTH_EMULATOR_URL } = gateway(settings).environment ?? {};
  assert.equal(HOST, '0.0.0.0');
  assert.equal(OPERATORS_HOST, '127.0.0.1');
  assert.equal(FIREBASE_AUTH_EMULATOR_URL, 'http://localhost:3030');
});

test("Stripe's events reach a site that listens on another address only", () => {
  const webhook = (KARGO_HOST: string) =>
    /--stripe-webhook=(.+?)\/api/.exec(
      String(localServices(readSettings({ KARGO_HOST })).parameters),
    )?.[1];
  assert.equal(webhook('127.0.0.1'), 'http://127.0.0.1:3000');
  assert.equal(webhook('192.168.1.5'), 'http://192.168.1.5:3000');
  assert.equal(webhook('::1'), 'http://[::1]:3000');
});

test("The API gets the data folder's password, or the previous default", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-programs-'));
  t.after(() => rm(folder, { recursive: true }));
  const settings = readSettings({ KARGO_DATA_DIR: folder });
  const url = () => new URL(String(apiServer(settings).environment?.DATABASE_URL));
  assert.equal(url().password, 'kargo');
  keptPassword(folder).save('of-this-folder');
  assert.equal(url().password, 'of-this-folder');
});
