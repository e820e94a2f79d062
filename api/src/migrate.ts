import { connect } from './database/connect.ts';
import { migrateToLatest } from './database/migrator.ts';
import { readEnv } from './env.ts';

const db = connect(readEnv().DATABASE_URL);
const names = await migrateToLatest(db);
console.log(names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`);
await db.destroy();
