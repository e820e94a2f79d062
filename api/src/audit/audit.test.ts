import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { approveDriver } from '../commands/approve-driver.ts';
import { disableDrivers } from '../commands/disable-driver.ts';
import type { Driver } from '../database/tables.ts';
import { cleanUp } from '../housekeeping.ts';
import { createMagicToken } from '../magic-links/repository.ts';
import { requireDriversByEmail } from '../sessions/repository.ts';
import { bearer, type Headers } from '../testing/calls-of.ts';
import { compiled } from '../testing/start-server.ts';
import { startTestApi, type TestApi } from '../testing/start-test-api.ts';
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

async function run(
  command: 'approve-driver' | 'disable-driver' | 'audit-trail',
  ...parameters: string[]
) {
  const program = join(import.meta.dirname, '../commands', `${command}.ts`);
  const urls = { DATABASE_OWNER_URL: api.ownerUrl, DATABASE_URL: api.env.DATABASE_URL };
  const env = { ...compiled, ...urls };
  const child = promisify(execFile)(process.execPath, [program, ...parameters], { env });
  return (await child).stdout;
}

const approve = async (email: string) =>
  approveDriver(api.db, await requireDriversByEmail(api.db, email));
const disable = async (email: string) =>
  disableDrivers(api.db, await requireDriversByEmail(api.db, email));

const logIn = (driver: Parameters<TestApi['loginBody']>[0]) =>
  api.post('/login', api.loginBody(driver));

test('An approved driver may log in, not once disabled, and again once approved', async () => {
  const driver = await api.addDriver({ approved_at: null, name: 'Nell Reed' });
  assert.equal((await logIn(driver)).json().code, 'driver_not_approved');

  assert.equal(await run('approve-driver', driver.email.toUpperCase()), 'Nell Reed may log in.\n');
  const session = await api.logIn(api.loginBody(driver));
  assert.equal(await api.statusOf(session), 200);
  assert.equal(await approve(driver.email), 'Nell Reed may log in already.');

  const token = await createMagicToken(api.db, driver.id);
  const ended = 'Nell Reed may not log in any more, and every session has ended.\n';
  assert.equal(await run('disable-driver', driver.email), ended);
  assert.equal(await api.statusOf(session), 401);
  assert.equal((await logIn(driver)).json().code, 'driver_disabled');

  assert.equal(await approve(driver.email), 'Nell Reed may log in.');
  assert.equal(await api.statusOf(session), 401);
  assert.equal(await api.follow(token), undefined);
  assert.equal((await logIn(driver)).statusCode, 200);
  const events = await api.eventsOf(driver, 'approved', 'sessions_ended');
  assert.deepEqual(
    events.map(({ event, outcome, reason }) => [event, outcome, reason]),
    [
      ['approved', 'done', null],
      ['sessions_ended', 'done', 'driver_disabled'],
      ['approved', 'done', null],
    ],
  );
});

test('If an account was made again, the newest is approved, and all are disabled', async () => {
  const email = 'twice@kargo.example';
  const older = await api.addDriver({ email, approved_at: null, created_at: new Date(0) });
  const newer = await api.addDriver({ email, approved_at: null });
  await approve(email);
  assert.equal((await logIn(older)).statusCode, 403);
  assert.equal((await logIn(newer)).statusCode, 200);
  await disable(email);
  for (const driver of [older, newer])
    assert.equal((await logIn(driver)).json().code, 'driver_disabled');
});

test("A driver's history is printed as a table, oldest first, whatever the case of the address", async () => {
  const email = 'ada@kargo.example';
  const { id: driver_id } = await api.addDriver({ email });
  // The account was recreated, and all of it is one history.
  const again = await api.addDriver({ email });
  const at = new Date('2026-11-21T20:46:55.293Z');
  await api.db
    .insertInto('audit_events')
    .values([
      { at, driver_id, event: 'login', outcome: 'done', session: 'cc4141190570bd2b' },
      { at, driver_id, event: 'link_redeemed', outcome: 'refused', reason: 'magic_link_invalid' },
      { at, event: 'login', outcome: 'refused' },
      { at, driver_id: again.id, event: 'login', outcome: 'done' },
    ])
    .execute();

  assert.deepEqual((await run('audit-trail', 'Ada@kargo.example')).split('\n'), [
    'at                        event          outcome  reason              session           request_id',
    '2026-11-21T20:46:55.293Z  login          done     –                   cc4141190570bd2b  –',
    '2026-11-21T20:46:55.293Z  link_redeemed  refused  magic_link_invalid  –                 –',
    '2026-11-21T20:46:55.293Z  login          done     –                   –                 –',
    '',
  ]);
});

test('An unknown address, and a missing one, get one sentence', async () => {
  const message = 'No driver has the e-mail address zoe@kargo.example.';
  await assert.rejects(approve('zoe@kargo.example'), { message });
  const missing = { code: 1, stderr: 'Give the e-mail address of one driver.\n' };
  await assert.rejects(run('audit-trail'), missing);
});
