import { type Migration, Migrator } from 'kysely/migration';
import { driversAndSessions } from './migrations/0001-drivers-and-sessions.ts';
import { magicLinks } from './migrations/0005-magic-links.ts';
import { payouts } from './migrations/0010-payouts.ts';
import { sessionEnds } from './migrations/0020-session-ends.ts';
import { formClaims } from './migrations/0021-form-claims.ts';
import { auditEvents } from './migrations/0022-audit-events.ts';
import type { Database } from './tables.ts';

const migrations: Record<string, Migration> = {
  '0001-drivers-and-sessions': driversAndSessions,
  '0005-magic-links': magicLinks,
  '0010-payouts': payouts,
  '0020-session-ends': sessionEnds,
  '0021-form-claims': formClaims,
  '0022-audit-events': auditEvents,
};

const migratorOf = (db: Database) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/**
 * Brings the database to the newest schema. Processes that start together wait for each other on
 * the migrator's lock.
 *
 * @returns the names of the migrations that were run.
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const { error, results = [] } = await migratorOf(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Whether every migration this program knows has been run. */
export async function isMigrated(db: Database): Promise<boolean> {
  const known = await migratorOf(db).getMigrations();
  return known.every((migration) => migration.executedAt !== undefined);
}
