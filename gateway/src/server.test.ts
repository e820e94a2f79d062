import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fixtureSite, PUBLISHERS } from './testing/fixture-releases.ts';

const { folder } = await fixtureSite(test);

describe('The gateway as a process', { concurrency: true }, () => {
  test('It tells its parent when it listens, and stops cleanly when asked', async (context) => {
    const { child, origin } = await started(context);
    assert.equal((await fetch(`${origin}/healthz`)).status, 200);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('It ends when its parent is gone', async (context) => {
    const { child } = await started(context);
    child.disconnect();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('An answer on its way is finished before it stops', async (context) => {
    let called = () => {};
    const call = new Promise<void>((resolve) => {
      called = resolve;
    });
    const api = createHttpServer((_request, response) => {
      called();
      setTimeout(() => response.end('late'), 300);
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    context.after(() => api.close());
    const { port } = api.address() as AddressInfo;

    const { child, origin } = await started(context, { API_URL: `http://127.0.0.1:${port}` });
    const answer = fetch(`${origin}/api/v1/verify`, { headers: { connection: 'close' } });
    await call;
    child.kill('SIGTERM');
    assert.equal(await (await answer).text(), 'late');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('A port in use is one sentence and exit code 1', async (context) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    context.after(() => other.close());
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await refused(context, { PORT: String(port) });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `The gateway cannot start: port ${port} on 127.0.0.1 is in use. Free it or set PORT.\n`,
    );
  });

  test('A production site without https says in its log that passwords travel unencrypted', async (context) => {
    const variables = {
      NODE_ENV: 'production',
      SITE_URL: 'http://kargo.example',
      STATE_DIR: join(folder, 'state'),
    };
    const { log } = await started(context, variables);
    assert.match(log, /SITE_URL does not begin with https/);
    const secure = { ...variables, SITE_URL: 'https://kargo.example', TRUST_PROXY: 'loopback' };
    assert.doesNotMatch((await started(context, secure)).log, /SITE_URL/);
  });

  test('An environment that makes no sense is one sentence and exit code 1', async (context) => {
    const { code, stderr } = await refused(context, { API_URL: 'nonsense' });
    assert.equal(code, 1);
    assert.match(stderr, /^The gateway cannot start: API_URL has to be an origin .*\n$/);
  });
});

function start(context: TestContext, variables: Record<string, string>): ChildProcess {
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: { RELEASES_DIR: folder, PUBLISHERS, LOG_LEVEL: 'info', ...variables },
    silent: true,
  });
  context.after(() => child.kill('SIGKILL'));
  return child;
}

const address = /http:\/\/127\.0\.0\.1:\d+/;

async function started(context: TestContext, variables: Record<string, string> = {}) {
  const child = start(context, { PORT: '0', ...variables });
  let log = '';
  child.stdout?.on('data', (data) => {
    log += data;
  });
  const [message] = await once(child, 'message');
  assert.equal(message, 'ready');
  // The message and the log travel separately.
  while (!address.test(log)) await once(child.stdout ?? child, 'data');
  const origin = address.exec(log)?.[0] ?? '';
  return { child, origin, log };
}

async function refused(context: TestContext, variables: Record<string, string>) {
  const child = start(context, variables);
  let stderr = '';
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}
