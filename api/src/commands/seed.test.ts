import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Auth, CreateRequest, UserIdentifier } from 'firebase-admin/auth';
import { doAtStripe, startPayoutApi, until } from '../testing/start-payout-api.ts';
import { seedAccounts, seedDrivers } from './seed.ts';
import { seedPayoutAccounts } from './seed-payout-accounts.ts';
import { newDriver, seededDrivers } from './seeded-drivers.ts';

const api = await startPayoutApi();
after(() => api.stop());

async function seed(): Promise<void> {
  await seedDrivers(api.db);
  const { db, stripe } = api;
  await seedPayoutAccounts({ db, stripe, apiBase: api.standIn.origin }, seededDrivers);
}

const driverNamed = (name: string) =>
  api.db.selectFrom('drivers').where('name', '=', name).selectAll().executeTakeFirstOrThrow();

async function statusOf(name: string) {
  const { form_completed, onboarding_completed, onboarding_error } = await driverNamed(name);
  return [form_completed, onboarding_completed, onboarding_error];
}

test('one driver is seeded in each payout state, as at Stripe, and one without approval', async () => {
  for (const seeding of [() => seedDrivers(api.db), seed]) {
    await seeding();
    assert.deepEqual(await statusOf('Ada Field'), [false, false, null]);
    assert.deepEqual(await statusOf('Ben Marsh'), [true, false, null]);
    assert.deepEqual(await statusOf('Cleo Hart'), [true, true, null]);
    assert.deepEqual(await statusOf('Dan Reyes'), [true, false, 'requirements.past_due']);
    assert.deepEqual(await statusOf('Eve Stone'), [false, false, null]);
  }
  assert.ok((await driverNamed('Ada Field')).approved_at);
  assert.equal((await driverNamed('Eve Stone')).approved_at, null);
});

test('seeding again changes nothing that a person has changed', async () => {
  await api.setDriver(await driverNamed('Eve Stone'), { name: 'Renamed' });
  await seed();
  const rows = await api.db.selectFrom('drivers').select('name').execute();
  const names = rows.map((row) => row.name).sort();
  assert.deepEqual(names, ['Ada Field', 'Ben Marsh', 'Cleo Hart', 'Dan Reyes', 'Renamed']);
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

test('a driver who is added later may sign in and has set up nothing, without the stand-in', async () => {
  const nell = [newDriver('nell@kargo.example')];
  assert.deepEqual(await seedDrivers(api.db, nell), ['nell@kargo.example']);
  assert.deepEqual(await seedDrivers(api.db, nell), []);
  const { db, stripe } = api;
  await seedPayoutAccounts({ db, stripe, apiBase: 'http://nowhere.invalid' }, nell);
  const { email, approved_at, form_completed } = await driverNamed('Nell Newby');
  assert.equal(email, 'nell@kargo.example');
  assert.ok(approved_at);
  assert.equal(form_completed, false);
});

test('only accounts that are missing are created at the identity provider', async () => {
  const created: CreateRequest[] = [];
  const fakeAuth: Pick<Auth, 'getUsers' | 'createUser'> = {
    getUsers: async (asked: UserIdentifier[]) => ({ users: [], notFound: asked.slice(0, 1) }),
    createUser: async (account) => {
      created.push(account);
      return {} as Awaited<ReturnType<Auth['createUser']>>;
    },
  };
  await seedAccounts(fakeAuth);
  assert.deepEqual(
    created.map((account) => account.email),
    ['ada@kargo.example'],
  );
  assert.ok(created.every((account) => account.uid === 'seeded-ada'));
});
