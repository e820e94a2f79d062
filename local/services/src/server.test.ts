import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts } from './free-port.ts';
import { keptPassword } from './postgres-url.ts';
import { callAuth, signIn, signUp } from './testing/account.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const program = join(import.meta.dirname, 'server.ts');

let services: Awaited<ReturnType<typeof startServices>> | undefined;

afterEach(() => services?.end('SIGTERM'));

test('It does not start in production, nor for a site with https', () => {
  for (const env of [{ NODE_ENV: 'production' }, { SITE_URL: 'https://kargo.example' }]) {
    const options = { env, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(
      process.execPath,
      [program, '--data', '/nowhere'],
      options,
    );
    assert.equal(status, 1);
    assert.match(stderr, /^local-services does not start in production/);
  }
});

test('Accounts survive a kill -9, which leaves no Postgres behind, and only their owner can read them', async (context) => {
  const data = temporaryFolder();
  services = await startServices(data);
  await signUp(services.auth, 'first@kargo.example', 'secret-1');
  const { postgresPort } = services;
  assert.equal(await isListening(postgresPort), true);
  await services.end('SIGKILL');
  const deadline = Date.now() + 30_000;
  while (await isListening(postgresPort)) {
    assert.ok(Date.now() < deadline, 'Postgres is still running');
    await wait(50);
  }

  services = await startServices(data);
  assert.equal((await signIn(services.auth, 'first@kargo.example', 'secret-1')).status, 200);
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

/** Starts the services in a separate process on free ports, as `pnpm start` does. */
async function startServices(dataFolder: string) {
  const ports = await freePorts(['postgres', 'auth', 'inbox', 'smtp']);
  const options = Object.entries(ports).map(([name, port]) => `--${name}-port=${port}`);
  const child = fork(program, ['--data', dataFolder, ...options], { silent: true });
  const output = child.stderr ? text(child.stderr) : '';
  const isReady = new Promise<boolean>((resolve) => {
    child.on('message', (message) => message === 'ready' && resolve(true));
    child.once('exit', () => resolve(false));
  });
  if (!(await isReady)) throw new Error(await output);
  return {
    auth: `http://127.0.0.1:${ports.auth}`,
    inbox: `http://127.0.0.1:${ports.inbox}`,
    postgresPort: Number(ports.postgres),
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      await output;
    },
  };
}

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
