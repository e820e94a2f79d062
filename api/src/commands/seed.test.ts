import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Auth, CreateRequest, UserIdentifier } from 'firebase-admin/auth';
import { startTestApi } from '../testing/start-test-api.ts';
import { seedAccounts, seedDrivers } from './seed.ts';
import { newDriver, seededDrivers } from './seeded-drivers.ts';

test('one driver is seeded in each payout state, and one without approval', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  await seedDrivers(api.db);

  const rows = await api.db.selectFrom('drivers').selectAll().execute();
  const states = seededDrivers.map(({ email, state }) => {
    const row = rows.find((driver) => driver.email === email);
    assert.ok(row);
    const { form_completed, onboarding_completed, onboarding_error } = row;
    return [
      state,
      form_completed,
      onboarding_completed,
      onboarding_error,
      row.approved_at !== null,
    ];
  });
  assert.deepEqual(states, [
    ['form', false, false, null, true],
    ['pending', true, false, null, true],
    ['done', true, true, null, true],
    ['disabled', true, false, 'requirements.past_due', true],
    ['unapproved', false, false, null, false],
  ]);
});

test('seeding again changes nothing that a person has changed', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  await seedDrivers(api.db);
  await api.db
    .updateTable('drivers')
    .set({ name: 'Renamed' })
    .where('name', '=', 'Ada Field')
    .execute();
  await api.db.deleteFrom('drivers').where('name', '=', 'Ben Marsh').execute();
  await seedDrivers(api.db);

  const rows = await api.db.selectFrom('drivers').select('name').execute();
  const names = rows.map((row) => row.name).sort();
  assert.deepEqual(names, ['Ben Marsh', 'Cleo Hart', 'Dan Reyes', 'Eve Stone', 'Renamed']);
});

test('a driver who is added later may sign in and has set up nothing', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  await seedDrivers(api.db, [newDriver('nell@kargo.example')]);

  const row = await api.db.selectFrom('drivers').selectAll().executeTakeFirstOrThrow();
  assert.equal(row.email, 'nell@kargo.example');
  assert.notEqual(row.approved_at, null);
  assert.equal(row.form_completed, false);
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
