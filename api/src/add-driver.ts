import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { ApiError } from './api-error.ts';
import { connect } from './database/connect.ts';
import { readJobEnv } from './env.ts';
import { runAsCommand } from './run-as-command.ts';
import { readSeedEnv, seedAccounts, seedDrivers } from './seed.ts';
import { newDriver } from './seeded-drivers.ts';

/** `node src/add-driver.ts <email>…`: adds drivers who have not set up anything. */
await runAsCommand(async () => {
  const emails = process.argv.slice(2);
  // The part before the @ is also the id at the identity provider.
  const areGood = emails.every((email) => /^[a-z\d.-]+@kargo\.example$/.test(email));
  if (!areGood || emails.length === 0) {
    throw new ApiError('validation_failed', 'Say an address such as nell@kargo.example.');
  }
  const env = readSeedEnv();
  const drivers = emails.map(newDriver);
  await seedAccounts(getAuth(initializeApp({ projectId: env.FIREBASE_PROJECT_ID })), drivers);
  const db = connect(readJobEnv().DATABASE_OWNER_URL);
  await seedDrivers(db, drivers);
  await db.destroy();
  for (const { email, password } of drivers) {
    console.log(`${email} can sign in; the password is ${password}.`);
  }
});
