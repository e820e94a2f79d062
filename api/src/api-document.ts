import { tmpdir } from 'node:os';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { buildApp } from './app.ts';
import { connect } from './database/connect.ts';
import { readEnv } from './env.ts';
import { openServices } from './services.ts';

/** The OpenAPI document of these sources, as JSON. It needs none of the API's services. */
export async function apiDocument(): Promise<string> {
  const env = readEnv({
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'postgres://nobody@localhost/none',
    FIREBASE_PROJECT_ID: 'none',
    STORAGE_DIR: tmpdir(),
  });
  const db = connect(env.DATABASE_URL);
  const app = await buildApp({ db, ...(await openServices(env, db)) });
  try {
    return (await app.inject({ url: apiBasePath + apiPaths.schema() })).body;
  } finally {
    await app.close();
    await db.destroy();
  }
}
