import { type Migration, Migrator } from 'kysely/migration';
import { EnvError } from '../env.ts';
import { driversAndSessions } from './migrations/0001-drivers-and-sessions.ts';
import { magicLinks } from './migrations/0005-magic-links.ts';
import { payouts } from './migrations/0010-payouts.ts';
import { sessionEnds } from './migrations/0020-session-ends.ts';
import { formClaims } from './migrations/0021-form-claims.ts';
import { auditEvents } from './migrations/0022-audit-events.ts';
import { growth } from './migrations/0023-growth.ts';
import { storage } from './migrations/0024-storage.ts';
import { payoutLinksByDriver } from './migrations/0025-payout-links-by-driver.ts';
import { magicLinkRedemptions } from './migrations/0026-magic-link-redemptions.ts';
import { payoutNotes } from './migrations/0027-payout-notes.ts';
import type { Database } from './tables.ts';

const migrations: Record<string, Migration> = {
  '0001-drivers-and-sessions': driversAndSessions,
  '0005-magic-links': magicLinks,
  '0010-payouts': payouts,
  '0020-session-ends': sessionEnds,
  '0021-form-claims': formClaims,
  '0022-audit-events': auditEvents,
  '0023-growth': growth,
  '0024-storage': storage,
  '0025-payout-links-by-driver': payoutLinksByDriver,
  '0026-magic-link-redemptions': magicLinkRedemptions,
  '0027-payout-notes': payoutNotes,
};

/** Command for messages, in a checkout and in a container. */
export const migrateCommand = '`pnpm --filter api migrate` (in a container `node src/migrate.ts`)';

const migratorOf = (db: Database) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/**
 * Migrates the database to the newest schema. Simultaneous processes wait for each other on the migrator's
 * lock. All migrations are one transaction, so an interrupted run changes nothing.
 *
 * @returns the names of the migrations that were run.
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const { error, results = [] } = await migratorOf(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Returns the names of migrations that the database lacks. */
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
