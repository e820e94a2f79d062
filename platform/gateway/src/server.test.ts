import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '@kargo/release-log/testing/listen';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { uploaderPath } from '@kargo/shared-types/api/uploader';
import { fixtureSite, PUBLISHERS } from './testing/fixture-releases.ts';

const { folder } = await fixtureSite(test);

describe('The gateway as a process', { concurrency: true }, () => {
  test('A site without https is warned that passwords travel unencrypted; it ends when its parent has ended', async (context) => {
    const { child, log } = await started(context, {
      NODE_ENV: 'production',
      SITE_URL: 'http://kargo.example',
      STATE_DIR: join(folder, 'state'),
    });
    assert.match(log, /SITE_URL does not begin with https/);
    child.disconnect();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('It tells its parent that it listens, and finishes a response before it stops and closes the connection', async (context) => {
    const API_URL = await listen(context, (_request, response) => {
      response.write('la');
      setTimeout(() => response.end('te'), 300);
    });
    const { child, origin, log } = await started(context, { API_URL });
    assert.doesNotMatch(log, /SITE_URL/);
    const reply = await fetch(`${origin}/api/v1/verify`);
    assert.equal(reply.headers.get('connection'), 'keep-alive');
    // Before open requests would time out.
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(20_000) });
    child.kill('SIGTERM');
    assert.equal(await reply.text(), 'late');
    assert.deepEqual(await exit, [0, null]);
  });

  test('When stopped, /readyz fails, other requests are answered, and uploads can finish', async (context) => {
    const API_URL = await listen(context, async (request, response) => {
      if (request.url === uploaderPath) response.end('{"driver":"a"}');
      else response.end(`got ${(await text(request)).length}`);
    });
    const { child, origin } = await started(context, { API_URL, SHUTDOWN_DELAY_SECONDS: '2' });
    const site = new URL(origin);
    const kept = new Agent({ keepAlive: true });
    assert.equal((await ask(site, '/readyz', kept)).status, 200);
    // Browsers open connections in advance, and may never use them.
    connect(Number(site.port), site.hostname).on('error', () => {});
    const upload = startUpload(site, 200_000);
    const answered = once(upload, 'response');
    await wait(300);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    while ((await ask(site, '/readyz')).status === 200) await wait(10);
    const answers = ['/', '/healthz', '/api/v1/ip'].map((path) => ask(site, path, kept));
    for (const { status, connection } of await Promise.all(answers))
      assert.deepEqual([status, connection], [200, 'close']);
    // After the delay it takes longer than `hurryMs`.
    for (let part = 0; part < 12; part += 1) {
      await wait(650);
      upload.write(Buffer.alloc(15_000));
    }
    await assert.rejects(fetch(site), 'nobody new is let in');
    upload.end(Buffer.alloc(20_000));
    const [reply] = (await answered) as [IncomingMessage];
    assert.equal(await text(reply), 'got 200000');
    assert.equal(reply.headers.connection, 'close');
    assert.deepEqual(await exit, [0, null]);
  });

  test('A port in use causes one sentence and exit code 1', async (context) => {
    const { port } = new URL(await listen(context, () => {}));
    for (const variable of process.env.PROOF ? ['PORT', 'OPERATORS_PORT'] : ['OPERATORS_PORT']) {
      const { code, stderr } = await refused(context, { [variable]: port });
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `The gateway cannot start: port ${port} on 127.0.0.1 is in use. Free it or set ${variable}.\n`,
      );
    }
  });

  test('An invalid environment causes one sentence and exit code 1', async (context) => {
    const { code, stderr } = await refused(context, { API_URL: 'nonsense' });
    assert.equal(code, 1);
    assert.match(stderr, /^The gateway cannot start: API_URL has to be an origin .*\n$/);
  });
});

const { NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
/** Without a delay, because there is no load balancer. */
const quick = { SHUTDOWN_DELAY_SECONDS: '0', NODE_COMPILE_CACHE, NODE_OPTIONS };

function start(context: TestContext, variables: Record<string, string>): ChildProcess {
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: { RELEASES: folder, PUBLISHERS, LOG_LEVEL: 'info', ...quick, ...variables },
    silent: true,
  });
  context.after(() => child.kill('SIGKILL'));
  return child;
}

function startUpload(site: URL, size: number): ClientRequest {
  const upload = request(new URL(apiBasePath + apiPaths.updateProfile(), site), {
    method: 'POST',
    headers: {
      authorization: 'Bearer a',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': size,
    },
  });
  upload.flushHeaders();
  return upload;
}

/** Returns the status of a response, and its `connection` header. */
async function ask(site: URL, path: string, agent?: Agent) {
  const [response] = (await once(get(new URL(path, site), { agent }), 'response')) as [
    IncomingMessage,
  ];
  await text(response);
  return { status: response.statusCode, connection: response.headers.connection };
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
  // The message and the log arrive separately.
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
