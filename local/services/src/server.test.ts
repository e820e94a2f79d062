import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { keptPassword } from './postgres-url.ts';
import { callAuth, signIn, signUp } from './testing/account.ts';
import { type Services, startServices } from './testing/services.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

let services: Services | undefined;

afterEach(() => services?.stop());

for (const environment of [{ NODE_ENV: 'production' }, { SITE_URL: 'https://kargo.example' }]) {
  test(`It does not start with ${Object.entries(environment)}`, () => {
    const program = join(import.meta.dirname, 'server.ts');
    const { status, stderr } = spawnSync(process.execPath, [program, '--data', temporaryFolder()], {
      env: environment,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /^local-services does not start in production/);
  });
}

test('Accounts survive a restart and a kill -9, which leaves no Postgres behind, and only their owner can read them', async (context) => {
  const data = temporaryFolder();
  services = await startServices(data);
  await signUp(services.auth, 'first@kargo.example', 'secret-1');
  await services.stop();

  services = await startServices(data);
  await signUp(services.auth, 'second@kargo.example', 'secret-2');
  const { postgresPort } = services;
  assert.equal(await isListening(postgresPort), true);
  await services.kill();
  const deadline = Date.now() + 30_000;
  while (await isListening(postgresPort)) {
    assert.ok(Date.now() < deadline, 'Postgres is still running');
    await wait(50);
  }

  services = await startServices(data);
  assert.equal((await signIn(services.auth, 'first@kargo.example', 'secret-1')).status, 200);
  assert.equal((await signIn(services.auth, 'second@kargo.example', 'secret-2')).status, 200);
  for (const file of ['auth.json', 'postgres-password.json'])
    assert.equal((await stat(join(data, file))).mode & 0o777, 0o600);
  assert.match(keptPassword(data).read() ?? '', /^[\w-]{32}$/);

  const { auth, inbox } = services;
  await context.test(
    'A password mail arrives in the inbox, and its link opens a page',
    async () => {
      const email = 'first@kargo.example';
      await callAuth(auth, 'sendOobCode', { requestType: 'PASSWORD_RESET', email });
      const mail = await firstMail(inbox, email);
      assert.equal(mail.subject, 'Reset your password for Kargo');
      const link = /http:\S+/.exec(mail.text)?.[0];
      assert.ok(link);
      assert.match(await (await fetch(link)).text(), /New password/);
    },
  );
});

async function firstMail(inbox: string, to: string): Promise<{ subject: string; text: string }> {
  for (;;) {
    const response = await fetch(`${inbox}/api/messages?to=${to}`);
    const [mail] = (await response.json()) as { subject: string; text: string }[];
    if (mail) return mail;
    await wait(50);
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
