import { initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { connect } from '../database/connect.ts';
import type { Database } from '../database/tables.ts';
import { type Env, EnvError, readEnv, readJobEnv } from '../env.ts';
import { createSecretToken } from '../secret-token.ts';
import { openStripe } from '../stripe/open-stripe.ts';
import { runAsCommand } from './run-as-command.ts';
import { seedPayoutAccounts } from './seed-payout-accounts.ts';
import { hasSentForm, type SeededDriver, seededDrivers } from './seeded-drivers.ts';

/** @throws {EnvError} unless the Auth emulator is used, which has no real accounts. */
function readSeedEnv(): Env {
  const env = readEnv();
  if (env.FIREBASE_AUTH_EMULATOR_HOST) return env;
  throw new EnvError(
    'Seeding needs FIREBASE_AUTH_EMULATOR_HOST: the passwords of its drivers are no secret.',
  );
}

export async function seedAccounts(
  auth: Pick<Auth, 'getUsers' | 'createUser'>,
  drivers = seededDrivers,
): Promise<void> {
  const { notFound } = await auth.getUsers(drivers.map(({ uid }) => ({ uid })));
  for (const { uid, email, password, name: displayName } of drivers) {
    if (!notFound.some((missing) => 'uid' in missing && missing.uid === uid)) continue;
    await auth.createUser({ uid, email, password, displayName, emailVerified: true });
  }
}

/** Returns the addresses of those who were not there yet. */
export async function seedDrivers(db: Database, drivers = seededDrivers): Promise<string[]> {
  const added = await db
    .insertInto('drivers')
    .values(
      drivers.map((driver, index) => ({
        firebase_uid: driver.uid,
        email: driver.email,
        name: driver.name,
        phone: `+1 (202) 555-01${10 + index}`,
        approved_at: driver.state === 'unapproved' ? null : new Date(),
        form_completed: hasSentForm(driver),
        onboarding_completed: driver.state === 'done',
        onboarding_error: driver.state === 'disabled' ? 'requirements.past_due' : null,
        stripe_error_token: hasSentForm(driver) ? createSecretToken() : null,
      })),
    )
    .onConflict((conflict) => conflict.column('firebase_uid').doNothing())
    .returning('email')
    .execute();
  return added.map(({ email }) => email);
}

/** Adds local drivers to the emulator, the database and the stand-in for Stripe. */
export async function addDrivers(drivers: readonly SeededDriver[]): Promise<string[]> {
  const env = readSeedEnv();
  await seedAccounts(getAuth(initializeApp({ projectId: env.FIREBASE_PROJECT_ID })), drivers);
  const db = connect(readJobEnv().DATABASE_OWNER_URL);
  const added = await seedDrivers(db, drivers);
  const stripe = openStripe(env);
  if (stripe && env.STRIPE_API_BASE) {
    await seedPayoutAccounts({ db, stripe, apiBase: env.STRIPE_API_BASE }, drivers);
  }
  await db.destroy();
  return added;
}

/** `node src/commands/seed.ts`: adds one driver in each state. */
if (import.meta.main) await runAsCommand(() => addDrivers(seededDrivers));
