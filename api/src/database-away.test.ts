import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApp } from './app.ts';
import { connect } from './database/connect.ts';
import { readEnv } from './env.ts';
import { firebaseIdentity } from './identity/identity.ts';
import { smtpMailer } from './mail/mailer.ts';
import { openStorage } from './storage/open-storage.ts';

test('while the database is away, calls are answered 503 and the process stays alive', async (t) => {
  const env = readEnv({
    DATABASE_URL: 'postgres://kargo@127.0.0.1:1/kargo',
    FIREBASE_PROJECT_ID: 'demo-test',
    STORAGE_DIR: '/nowhere',
    LOG_LEVEL: 'silent',
  });
  const db = connect(env.DATABASE_URL);
  const disk = await openStorage(env);
  const app = await buildApp(env, {
    db,
    disk,
    verifyIdToken: firebaseIdentity(env),
    mailer: smtpMailer(env),
    stripe: undefined,
  });
  t.after(() => app.close());
  t.after(() => db.destroy());

  const verify = await app.inject({
    url: '/api/v1/verify',
    headers: { authorization: 'Bearer something' },
  });
  assert.equal(verify.statusCode, 503);
  assert.deepEqual(verify.json(), {
    code: 'unavailable',
    message: 'The service is not available right now.',
  });
  assert.equal((await app.inject({ url: '/readyz' })).statusCode, 503);
  assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200);
  assert.equal((await app.inject({ url: '/api/v1/ip' })).statusCode, 200);
});
