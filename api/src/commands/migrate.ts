import { setUpApiRole } from '../database/api-role.ts';
import { connect } from '../database/connect.ts';
import { migrateToLatest } from '../database/migrator.ts';
import { type JobEnv, readJobEnv } from '../env.ts';
import { runAsCommand } from './run-as-command.ts';

/**
 * Migrates the tables, sets up the API's role and returns the names of the new migrations. It is
 * safe to interrupt, repeat and run in parallel.
 */
export async function migrate(env: JobEnv): Promise<string[]> {
  const db = connect(env.DATABASE_OWNER_URL);
  try {
    const names = await migrateToLatest(db);
    await setUpApiRole(db, env);
    return names;
  } finally {
    await db.destroy();
  }
}

/** `node src/commands/migrate.ts`: run it as the owner of the tables, before the API starts. */
if (import.meta.main) {
  await runAsCommand(async () => {
    const names = await migrate(readJobEnv());
    console.log(
      names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`,
    );
  });
}
