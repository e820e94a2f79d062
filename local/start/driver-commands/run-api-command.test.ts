import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';

const program = (name: string) => join(import.meta.dirname, `${name}.ts`);

test('Without a site on this machine, a command says how to start it', () => {
  const { DATABASE_URL, DATABASE_OWNER_URL, ...environment } = process.env;
  const command = [program('magic-link'), 'ada@kargo.example'];
  // Nobody listens on port 1.
  const env = { ...environment, KARGO_API_PORT: '1' };
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.equal(stderr, 'No site runs on this machine: start it with "pnpm start".\n');
});

test('Neither a proxy nor the variables of another Postgres affect the programs of this machine', async (t) => {
  const listen = async (server: Server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    return `${(server.address() as AddressInfo).port}`;
  };
  const api = createHttpServer((_request, response) => response.end());
  const asked: number[] = [];
  const postgres = createServer((socket) =>
    socket.once('data', (bytes) => {
      asked.push(bytes.readInt32BE(4));
      socket.destroy();
    }),
  );
  const { DATABASE_URL, DATABASE_OWNER_URL, ...environment } = process.env;
  const env = {
    ...environment,
    KARGO_API_PORT: await listen(api),
    KARGO_DATABASE_PORT: await listen(postgres),
    PGSSLMODE: 'require',
    NODE_USE_ENV_PROXY: '1',
    // Nobody listens on port 1.
    http_proxy: 'http://127.0.0.1:1',
    NO_PROXY: 'intranet.example',
  };
  const parameters = [program('audit-trail'), 'ada@kargo.example'];
  await new Promise((ended) => execFile(process.execPath, parameters, { env }, ended));
  const plainStart = 3 << 16;
  assert.deepEqual(asked, [plainStart]);
});
