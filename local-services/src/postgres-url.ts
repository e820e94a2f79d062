/** Name of the database, of its only user, and that user's password: it is no secret. */
export const localDatabase = 'kargo';

/** Connection string of the database, which listens on this machine only. */
export const postgresUrl = (port: number) =>
  `postgres://${localDatabase}:${localDatabase}@127.0.0.1:${port}/${localDatabase}`;
