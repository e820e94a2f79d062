import { ApiError } from '../api-error.ts';
import { runAsCommand } from './run-as-command.ts';
import { addDrivers } from './seed.ts';
import { newDriver } from './seeded-drivers.ts';

/** `node src/commands/add-driver.ts <email>…`: adds drivers who have not set up anything. */
await runAsCommand(async () => {
  const emails = process.argv.slice(2);
  // The part before the @ is also the id at the identity provider.
  const areGood = emails.every((email) => /^[a-z\d.-]+@kargo\.example$/.test(email));
  if (!areGood || emails.length === 0) {
    throw new ApiError('validation_failed', 'Give addresses such as nell@kargo.example.');
  }
  const drivers = emails.map(newDriver);
  const added = await addDrivers(drivers);
  for (const { email, password } of drivers) {
    const now = added.includes(email)
      ? `can sign in; the password is ${password}`
      : 'was added before';
    console.log(`${email} ${now}.`);
  }
});
