import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Driver } from '../database/tables.ts';
import { cleanUp } from '../housekeeping.ts';
import { bearer, type Headers } from '../testing/calls-of.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import { recordingChange } from './audit.ts';

const api = await startTestApi();
after(() => api.stop());

const namesOf = async (driver: Driver) =>
  (await api.eventsOf(driver)).map(({ event, outcome, reason }) => [event, outcome, reason]);

test("changes of a driver's sessions are recorded, with session and request, and without a token", async () => {
  const driver = await api.addDriver();
  const ofRequest = { headers: { 'x-request-id': 'the-login' } };
  const login = await api.post('/login', api.loginBody(driver), ofRequest);
  await api.logOut(bearer(login.json().access_token));
  await api.setDriver(driver, { disabled_at: new Date() });
  await api.post('/login', api.loginBody(driver));

  assert.deepEqual(await namesOf(driver), [
    ['login', 'done', null],
    ['logout', 'done', null],
    ['sessions_ended', 'done', 'driver_disabled'],
    ['login', 'refused', 'driver_disabled'],
  ]);
  const [first, second] = await api.eventsOf(driver);
  assert.equal(first?.request_id, 'the-login');
  assert.match(first?.session ?? '', /^[0-9a-f]{16}$/);
  assert.equal(first?.session, second?.session);
});

test('a change of the payout account is recorded, and nothing else of the driver', async () => {
  const driver = await api.addDriver();
  for (const columns of [
    { name: 'Another' },
    { onboarding_error: 'listed' },
    { onboarding_error: null, onboarding_completed: true },
  ])
    await api.setDriver(driver, columns);
  assert.deepEqual(await namesOf(driver), [
    ['account_changed', 'done', 'listed'],
    ['account_changed', 'done', 'completed'],
  ]);
});

test('only the first refusal of a flood is recorded', async () => {
  const driver = await api.addDriver();
  for (let attempt = 1; attempt <= 14; attempt += 1)
    await api.post('/login', api.loginBody(driver));
  const forged: Headers[] = [{ cookie: 'XSRF-TOKEN=one' }, { origin: 'https://evil.example' }];
  for (const headers of [...forged, ...forged]) {
    assert.equal((await api.logOut(headers)).statusCode, 403);
  }
  const refusals = await api.db
    .selectFrom('audit_events')
    .where('event', 'in', ['limit_hit', 'csrf_refused'])
    .select(['event', 'reason'])
    .orderBy('id')
    .execute();
  assert.deepEqual(refusals, [
    { event: 'limit_hit', reason: '/api/v1/login' },
    { event: 'csrf_refused', reason: '/api/v1/logout' },
  ]);
});

test('events cannot be changed or deleted, and expire after 400 days', async () => {
  const driver = await api.addDriver();
  const ago = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`;
  const events = [401, 399, 1].map((days) => ({
    event: 'login' as const,
    outcome: 'done' as const,
    driver_id: driver.id,
    at: ago(days),
  }));
  await api.db.insertInto('audit_events').values(events).execute();
  for (const statement of [
    sql`update audit_events set outcome = 'refused'`,
    sql`delete from audit_events`,
    sql`truncate audit_events`,
  ]) {
    await assert.rejects(statement.execute(api.db), /kept as they were written/);
  }
  await cleanUp({ ...api, db: api.apiDb }, assert.fail);
  assert.equal((await api.eventsOf(driver)).length, 2);
});

test('an event is logged only when it is committed', async () => {
  const { id: driverId } = await api.addDriver();
  const lines: object[] = [];
  const source = { log: { info: (line: object) => void lines.push(line) } };
  const change = recordingChange(api.apiDb, source, async (_trx, record) => {
    await record({ event: 'logout', driverId });
    assert.deepEqual(lines, []);
    throw new Error('planted');
  });
  await assert.rejects(change, /planted/);
  assert.deepEqual(lines, []);
  await recordingChange(api.apiDb, source, (_trx, record) => record({ event: 'logout', driverId }));
  assert.equal(lines.length, 1);
});
