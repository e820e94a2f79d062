import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { EnvError } from '../env.ts';
import { migrations } from './migrations.ts';
import type { Database } from './tables.ts';

export const migrateCommand =
  '`pnpm --filter api migrate` (in its image the command `src/commands/migrate.ts`)';

const migratorOf = (db: Database) => new Migrator({ db, provider: { getMigrations } });

async function getMigrations(): Promise<Record<string, Migration>> {
  const named = Object.entries(migrations).map(([name, statements]) => {
    const up = async (db: Kysely<unknown>) => void (await statements.execute(db));
    return [name, { up }];
  });
  return Object.fromEntries(named);
}

/**
 * Runs all pending migrations in one transaction and returns their names. Processes that do so at
 * the same time wait for each other on the migrator's lock.
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const { error, results = [] } = await migratorOf(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

export async function pendingMigrations(db: Database): Promise<string[]> {
  const known = await migratorOf(db).getMigrations();
  return known.filter(({ executedAt }) => !executedAt).map(({ name }) => name);
}

/** @throws {EnvError} when a migration is pending. */
export async function requireMigrated(db: Database): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return;
  throw new EnvError(
    `The database lacks ${pending.join(', ')}: run ${migrateCommand}, then start the API again.`,
  );
}
