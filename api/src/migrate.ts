import { connect } from './database/connect.ts';
import { migrateToLatest } from './database/migrator.ts';
import { readEnv } from './env.ts';
import { runAsCommand } from './run-as-command.ts';

await runAsCommand(async () => {
  const db = connect(readEnv().DATABASE_URL);
  const names = await migrateToLatest(db);
  console.log(names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`);
  await db.destroy();
});
