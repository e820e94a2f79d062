import { tmpdir } from 'node:os';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { buildApp } from './app.ts';
import { connect } from './database/connect.ts';
import { readEnv } from './env.ts';
import { firebaseIdentity } from './identity/identity.ts';
import { smtpMailer } from './mail/mailer.ts';
import { createMetrics } from './metrics.ts';
import { openStorage } from './storage/open-storage.ts';

/** The OpenAPI document of these sources, as JSON. None of the services that the API needs has to run. */
export async function apiDocument(): Promise<string> {
  const env = readEnv({
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'postgres://nobody@localhost/none',
    FIREBASE_PROJECT_ID: 'none',
    STORAGE_DIR: tmpdir(),
  });
  const db = connect(env.DATABASE_URL);
  const app = await buildApp({
    env,
    db,
    disk: await openStorage(env),
    identity: firebaseIdentity(env),
    mailer: smtpMailer(env),
    stripe: undefined,
    metrics: createMetrics(db),
  });
  try {
    return (await app.inject({ url: apiBasePath + apiPaths.schema() })).body;
  } finally {
    await app.close();
    await db.destroy();
  }
}
