import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { ApiError } from './api-error.ts';
import { connect } from './database/connect.ts';
import { readJobEnv } from './env.ts';
import { runAsCommand } from './run-as-command.ts';
import { readSeedEnv, seedAccounts, seedDrivers } from './seed.ts';
import { newDriver } from './seeded-drivers.ts';

/** `node src/add-driver.ts <email>`: one more driver, who has set up nothing yet. */
await runAsCommand(async () => {
  const [email = '', ...rest] = process.argv.slice(2);
  // The part before the @ is also the id at the identity provider.
  if (!/^[a-z\d.-]+@kargo\.example$/.test(email) || rest.length > 0) {
    throw new ApiError('validation_failed', 'Say an address such as nell@kargo.example.');
  }
  const env = readSeedEnv();
  const driver = newDriver(email);
  await seedAccounts(getAuth(initializeApp({ projectId: env.FIREBASE_PROJECT_ID })), [driver]);
  const db = connect(readJobEnv().DATABASE_OWNER_URL);
  await seedDrivers(db, [driver]);
  await db.destroy();
  console.log(`${driver.email} can sign in; the password is ${driver.password}.`);
});
