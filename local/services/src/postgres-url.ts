import { join } from 'node:path';
import { jsonFile } from './json-file.ts';

/** Name of the database and of its owner's role; also the password in tests. */
export const localDatabase = 'kargo';

/** The password of all roles of the database in a data folder. */
export const keptPassword = (dataFolder: string) =>
  jsonFile<string>(join(dataFolder, 'postgres-password.json'));

/** Connection strings of the database, which this machine alone can reach. */
export function databaseUrls(port: number, password = localDatabase) {
  const urlOf = (role: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${localDatabase}`;
  return {
    DATABASE_OWNER_URL: urlOf(localDatabase),
    /** For the role that `migrate` creates for the API. */
    DATABASE_URL: urlOf(`${localDatabase}_api`),
  };
}
