import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { doAtStripe, startPayoutApi, until } from '../testing/start-payout-api.ts';
import { seedDrivers } from './seed.ts';
import { seedPayoutAccounts } from './seed-payout-accounts.ts';
import { newDriver, seededDrivers } from './seeded-drivers.ts';

const api = await startPayoutApi();
await seed();
after(() => api.stop());

async function seed(): Promise<void> {
  await seedDrivers(api.db);
  const { db, stripe } = api;
  await seedPayoutAccounts({ db, stripe, apiBase: api.standIn.origin }, seededDrivers);
}

async function driverNamed(name: string) {
  return api.db
    .selectFrom('drivers')
    .where('name', '=', name)
    .selectAll()
    .executeTakeFirstOrThrow();
}

async function statusOf(name: string) {
  const { form_completed, onboarding_completed, onboarding_error } = await driverNamed(name);
  return [form_completed, onboarding_completed, onboarding_error];
}

test('Stripe and the database agree on the seeded drivers', async () => {
  assert.deepEqual(await statusOf('Ada Field'), [false, false, null]);
  assert.deepEqual(await statusOf('Ben Marsh'), [true, false, null]);
  assert.deepEqual(await statusOf('Cleo Hart'), [true, true, null]);
  assert.deepEqual(await statusOf('Dan Reyes'), [true, false, 'requirements.past_due']);
});

for (const [name, mode] of [
  ['Ben Marsh', 1],
  ['Dan Reyes', 2],
] as const) {
  test(`${name} asks for a link, finishes at Stripe and stays verified`, async () => {
    const { email, stripe_error_token } = await driverNamed(name);
    await api.resend(`${stripe_error_token}`, mode);
    await doAtStripe(await api.linkMailedTo(email), { action: 'submit', decision: '' });
    await until(async () => (await driverNamed(name)).onboarding_completed);
    await seed();
    assert.deepEqual(await statusOf(name), [true, true, null]);
  });
}

test('after the database is emptied, the drivers get the state that Stripe has kept', async () => {
  const { id } = await driverNamed('Dan Reyes');
  await api.db.deleteFrom('drivers').where('id', '=', id).execute();
  await seed();
  assert.deepEqual(await statusOf('Dan Reyes'), [true, true, null]);
});

test('a driver without a form needs no stand-in', async () => {
  const { db, stripe } = api;
  const nell = [newDriver('nell@kargo.example')];
  await seedPayoutAccounts({ db, stripe, apiBase: 'http://nowhere.invalid' }, nell);
});
