/** Name of the database, of the role that owns it, and the password of all roles: it is no secret. */
export const localDatabase = 'kargo';

/** Connection strings of the database, which listens on this machine only. */
export function databaseUrls(port: number) {
  const urlOf = (role: string) =>
    `postgres://${role}:${localDatabase}@127.0.0.1:${port}/${localDatabase}`;
  return {
    DATABASE_OWNER_URL: urlOf(localDatabase),
    /** Of the role that `migrate` makes for the API. */
    DATABASE_URL: urlOf(`${localDatabase}_api`),
  };
}
