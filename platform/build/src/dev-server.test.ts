import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { devServer } from './dev-server.ts';
import { temporaryFolder } from './testing/build.ts';

let server: WebpackDevServer;
let port: number;
const context = await temporaryFolder(test);
const log = mock.method(console, 'log');
before(async () => {
  await writeFile(join(context, 'main.js'), 'console.log("source");');
  const compiler = webpack({ mode: 'development', context, entry: './main.js' });
  server = new WebpackDevServer({ ...devServer(0, context), port: 0 }, compiler ?? undefined);
  await server.start();
  port = (server.server?.address() as AddressInfo | undefined)?.port ?? 0;
});
after(() => server.stop());

/** Requests the script with these headers, some of which `fetch` would replace. */
const ask = (headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; allowed: string | undefined }>((resolve, reject) => {
    const given = { host: `localhost:${port}`, ...headers };
    const sent = send({ host: '127.0.0.1', port, path: '/main.js', headers: given }, (response) => {
      response.resume();
      const { 'access-control-allow-origin': allowed } = response.headers;
      resolve({ status: response.statusCode, allowed });
    });
    sent.on('error', reject).end();
  });

const evil = 'https://evil.example';

test('It prints its address', () => {
  assert.deepEqual(log.mock.calls[0]?.arguments, [`${basename(context)}: http://localhost:0`]);
});

test('Pages of this machine, and programs, get scripts and sources', async () => {
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    assert.deepEqual(await ask({ origin, 'sec-fetch-site': 'cross-site' }), {
      status: 200,
      allowed: origin,
    });
  const allowed = undefined;
  assert.deepEqual(await ask({}), { status: 200, allowed });
  const picture = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' };
  assert.deepEqual(await ask(picture), { status: 200, allowed });
});

const refused: Record<string, Record<string, string>> = {
  'A page of another site that reads the script': { origin: evil, 'sec-fetch-site': 'cross-site' },
  'The same in a browser that sends no more headers': { origin: evil },
  'A host that only begins like a name of this machine': {
    origin: 'http://localhost.evil.example',
  },
  'A page of another site that runs the script': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
  },
  'A page under a name that leads to this machine': { host: 'rebound.example' },
};
for (const [what, headers] of Object.entries(refused))
  test(`${what} gets nothing`, async () => {
    assert.deepEqual(await ask(headers), {
      status: 403,
      allowed: undefined,
    });
  });
