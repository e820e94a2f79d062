import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Insertable, sql, type UpdateObject } from 'kysely';
import { ApiError } from '../api-error.ts';
import { buildApp } from '../app.ts';
import { connect } from '../database/connect.ts';
import type { Database, Driver, Tables } from '../database/tables.ts';
import { type Env, readEnv } from '../env.ts';
import { cleanUp } from '../housekeeping.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { openServices } from '../services.ts';
import { openSession } from '../sessions/repository.ts';
import { bearer, callsOf } from './calls-of.ts';
import { startFakeIdentityProvider, unsignedIdToken } from './fake-identity-provider.ts';
import { startTestPostgres } from './start-test-postgres.ts';

export type TestApi = Awaited<ReturnType<typeof startTestApi>>;

/** Starts the API with a real Postgres and folder, and a fake identity provider and mailer. */
export async function startTestApi(overrides: Partial<Env> = {}) {
  const postgres = await startTestPostgres();
  const identityProvider = await startFakeIdentityProvider();
  const storageDir = await mkdtemp(join(tmpdir(), 'kargo-api-storage-'));
  const env = {
    ...readEnv({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: postgres.url,
      FIREBASE_PROJECT_ID: identityProvider.projectId,
      FIREBASE_AUTH_EMULATOR_HOST: identityProvider.host,
      STORAGE_DIR: storageDir,
      LOGIN_LIMIT_PER_ADDRESS: '1000',
    }),
    ...overrides,
  };
  const db: Database = connect(postgres.ownerUrl);
  const apiDb = connect(env.DATABASE_URL);
  const mailer = new FakeMailer();
  const services = { ...(await openServices(env, apiDb)), mailer };
  const app = await buildApp({ db: apiDb, ...services });

  const addDriver = driversOf(db, identityProvider);

  return {
    ...services,
    app,
    ...callsOf(app),
    /** Connected as the owner of the tables, who has all rights. */
    db,
    /** Connected as the API's role. */
    apiDb,
    /** Address of the database, as the owner of the tables. */
    ownerUrl: postgres.ownerUrl,
    identityProvider,
    addDriver,
    /** Adds a driver with a session, and returns the headers for the driver's calls. */
    async addSignedInDriver(columns: Partial<Insertable<Tables['drivers']>> = {}) {
      const driver = await addDriver(columns);
      const token = await openSession(db, driver.id);
      return { driver, token, headers: bearer(token) };
    },
    setDriver: ({ id }: Driver, columns: UpdateObject<Tables, 'drivers'>) =>
      db.updateTable('drivers').set(columns).where('id', '=', id).execute(),
    /** Returns a driver's audit events of these kinds, or of all, oldest first. */
    async eventsOf(driver: Driver, ...kinds: string[]) {
      const ofDriver = db.selectFrom('audit_events').where('driver_id', '=', driver.id);
      const events = await ofDriver.orderBy('id').selectAll().execute();
      return events.filter(({ event }) => kinds.length === 0 || kinds.includes(event));
    },
    loginBody: loginBodies(),
    /** Names of the profile images in storage. */
    storedImages: () => readdir(join(storageDir, 'profile-images')).catch(() => []),
    /** Whether a statement waits for a lock of another one. */
    async isSomebodyWaiting(): Promise<boolean> {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    },
    /** Cleans up as if the unclaimed images had been so for an hour. */
    async cleanUpAnHourLater() {
      const listed_at = sql<Date>`now() - interval '61 minutes'`;
      await db.updateTable('unclaimed_images').set({ listed_at }).execute();
      await cleanUp({ db: apiDb, disk: services.disk }, (step, cause) => {
        throw new Error(step, { cause });
      });
    },
    async stop() {
      await app.close();
      await Promise.all([db.destroy(), apiDb.destroy()]);
      await identityProvider.stop();
      await postgres.stop();
      await rm(storageDir, { recursive: true });
    },
  };
}

/** Returns a function that adds a driver: by default approved, with an account at the provider. */
function driversOf(
  db: Database,
  identityProvider: Awaited<ReturnType<typeof startFakeIdentityProvider>>,
) {
  let count = 0;
  return async (columns: Partial<Insertable<Tables['drivers']>> = {}): Promise<Driver> => {
    count += 1;
    const driver = await db
      .insertInto('drivers')
      .values({
        firebase_uid: `uid-${count}`,
        email: `driver-${count}@kargo.example`,
        name: `Driver ${count}`,
        phone: '2025550123',
        approved_at: new Date(),
        ...columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    identityProvider.addAccount({ uid: driver.firebase_uid, email: driver.email });
    return driver;
  };
}

/** Returns a function that makes the body of call 1, with a different sign-in time in each call. */
function loginBodies() {
  const signIns = new Set<number>();
  return (driver: Driver, changes: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1000);
    let auth_time = now - 11;
    // Those older than five minutes are refused.
    while (signIns.has(auth_time) && auth_time > now - 250) auth_time -= 1;
    signIns.add(auth_time);
    const claims = { sub: driver.firebase_uid, email: driver.email, auth_time };
    return {
      email: driver.email,
      password: 'a password',
      type: 'driver',
      web_request: true,
      device_id: '203.0.113.7',
      firebase_token: unsignedIdToken(claims),
      ...changes,
    };
  };
}

class FakeMailer implements Mailer {
  readonly sent: Mail[] = [];
  /** Set it to make the mailer refuse mails, like an unavailable mail server. */
  isAway = false;

  async sendMail(mail: Mail): Promise<void> {
    if (this.isAway) throw new ApiError('unavailable', 'The mail could not be sent.');
    this.sent.push(mail);
  }

  /** Returns the mails to one address, newest last. */
  sentTo(address: string): Mail[] {
    return this.sent.filter(({ to }) => to === address);
  }
}
