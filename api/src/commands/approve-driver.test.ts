import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createMagicToken } from '../magic-links/repository.ts';
import { compiled } from '../testing/start-server.ts';
import { startTestApi, type TestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

const run = async (command: 'approve' | 'disable', ...parameters: string[]) => {
  const program = join(import.meta.dirname, `${command}-driver.ts`);
  const urls = { DATABASE_OWNER_URL: api.ownerUrl, DATABASE_URL: api.env.DATABASE_URL };
  const env = { ...compiled, ...urls };
  const child = promisify(execFile)(process.execPath, [program, ...parameters], { env });
  return (await child).stdout;
};

const logIn = (driver: Parameters<TestApi['loginBody']>[0]) =>
  api.app.inject({ method: 'POST', url: '/api/v1/login', payload: api.loginBody(driver) });

const eventsOf = (driver_id: string) =>
  api.db
    .selectFrom('audit_events')
    .where('driver_id', '=', driver_id)
    .where('event', 'in', ['approved', 'sessions_ended'])
    .orderBy('id')
    .select(['event', 'outcome', 'reason'])
    .execute();

test('An approved driver may log in, not once disabled, and again once approved', async () => {
  const driver = await api.addDriver({ approved_at: null, name: 'Nell Reed' });
  assert.equal((await logIn(driver)).json().code, 'driver_not_approved');

  assert.equal(await run('approve', driver.email.toUpperCase()), 'Nell Reed may log in.\n');
  const { access_token } = (await logIn(driver)).json();
  const headers = { authorization: `Bearer ${access_token}` };
  const verify = async () => (await api.app.inject({ url: '/api/v1/verify', headers })).statusCode;
  assert.equal(await verify(), 200);
  assert.equal(await run('approve', driver.email), 'Nell Reed may log in already.\n');

  const token = await createMagicToken(api.db, driver.id);
  const ended = 'Nell Reed may not log in any more, and every session has ended.\n';
  assert.equal(await run('disable', driver.email), ended);
  assert.equal(await verify(), 401);
  assert.equal((await logIn(driver)).json().code, 'driver_disabled');

  assert.equal(await run('approve', driver.email), 'Nell Reed may log in.\n');
  assert.equal(await verify(), 401);
  const redeemed = await api.app.inject({
    method: 'POST',
    url: '/api/v1/driver/verify-magic-token',
    payload: { token, device_id: null },
  });
  assert.equal(redeemed.statusCode, 403);
  assert.equal((await logIn(driver)).statusCode, 200);
  assert.deepEqual(await eventsOf(driver.id), [
    { event: 'approved', outcome: 'done', reason: null },
    { event: 'sessions_ended', outcome: 'done', reason: 'driver_disabled' },
    { event: 'approved', outcome: 'done', reason: null },
  ]);
});

test('If an account was made again, the newest is approved, and all are disabled', async () => {
  const email = 'twice@kargo.example';
  const older = await api.addDriver({ email, approved_at: null, created_at: new Date(0) });
  const newer = await api.addDriver({ email, approved_at: null });
  await run('approve', email);
  assert.equal((await logIn(older)).statusCode, 403);
  assert.equal((await logIn(newer)).statusCode, 200);
  await run('disable', email);
  for (const driver of [older, newer])
    assert.equal((await logIn(driver)).json().code, 'driver_disabled');
});

test('An unknown address, and a missing one, get one sentence', async () => {
  const unknown = { code: 1, stderr: 'No driver has the e-mail address zoe@kargo.example.\n' };
  for (const command of ['approve', 'disable'] as const) {
    await assert.rejects(run(command, 'zoe@kargo.example'), unknown);
    await assert.rejects(run(command), { code: 1, stderr: /^Say who .+\.\n$/ });
  }
});
