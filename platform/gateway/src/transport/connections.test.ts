import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, isIPv6, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connections } from '../limits.ts';
import { siteWithApi } from '../testing/site-with-api.ts';
import { boundConnections, mostConnections } from './connections.ts';

test('The connections of one address are limited, independently of other addresses', async (context) => {
  const lines: string[] = [];
  const variables = { CONNECTIONS_PER_ADDRESS: '5', LOG_LEVEL: 'warn' };
  const site = await siteWithApi(context, (_request, response) => response.end(), variables, lines);
  const port = Number(new URL(site).port);
  const own = await openAll(context, port, '127.0.0.1', 8);
  while (own.filter(isClosed).length < 3) await wait(10);
  assert.equal(await statusOver(own.find(isOpen)), 200);
  const [other] = await openAll(context, port, '127.0.0.2', 1);
  assert.equal(await statusOver(other), 200);
  assert.equal(lines.filter((line) => line.includes('127.0.0.1')).length, 1, 'it is logged once');

  const left = own.find(isOpen);
  left?.destroy();
  // The gateway must notice the closed connection as well.
  let status: number | undefined;
  for (let attempt = 0; attempt < 50 && status !== 200; attempt += 1) {
    const [again] = await openAll(context, port, '127.0.0.1', 1);
    status = await statusOver(again).catch(() => undefined);
  }
  assert.equal(status, 200);
});

test('A trusted proxy may have any number of connections', async (context) => {
  const site = await siteWithApi(context, (_request, response) => response.end(), {
    CONNECTIONS_PER_ADDRESS: '5',
    TRUST_PROXY: '127.0.0.0/30, 10.0.0.1',
  });
  const port = Number(new URL(site).port);
  for (const socket of await openAll(context, port, '127.0.0.1', 8)) {
    assert.equal(await statusOver(socket), 200);
  }
});

test('A proxy is known by its own address, not by that of its IPv6 network', async (context) => {
  const bounds = { perAddress: 2, isProxy: (address: string) => address === '::1' };
  const { port } = await boundedServer(context, 100, bounds, '::1');
  for (const socket of await openAll(context, port, '::1', 4))
    assert.equal(await statusOver(socket), 200);
});

test('When there are many connections, the ones unused for longest are closed, but none in use', async (context) => {
  const { server, port, waiting } = await boundedServer(context, 8);
  const [used, first, second, ...others] = await openAll(context, port, '127.0.0.1', 6);
  assert.ok(used && first && second);
  used.write('GET /later HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
  // This makes the first connection more recently used than the second.
  assert.equal(await statusOver(first), 200);
  const [another] = await openAll(context, port, '127.0.0.1', 1);
  await once(second, 'close');
  assert.equal(await statusOver(another), 200);
  assert.deepEqual([used, first, ...others].filter(isClosed), []);
  for (const end of waiting) end();
  const [response] = await once(used, 'data');
  assert.match(`${response}`, /^HTTP\/1\.1 200 /);
});

test('Connections without any request are closed for a visitor who sends one', async (context) => {
  const { port } = await boundedServer(context, 20);
  const silent = await openAll(context, port, '127.0.0.1', 60);
  const [visitor] = await openAll(context, port, '127.0.0.2', 1);
  assert.equal(await statusOver(visitor), 200);
  assert.ok(silent.filter(isClosed).length >= 40);
});

test('There are always fewer connections than files that the process may open', () => {
  assert.equal(mostConnections(256), 128);
  assert.equal(mostConnections(4096), 4096 - connections.otherFiles);
  assert.equal(mostConnections(1_048_576), connections.most);
  assert.equal(mostConnections(Number.POSITIVE_INFINITY), connections.most);
});

const isOpen = ({ destroyed }: Socket) => !destroyed;
const isClosed = ({ destroyed }: Socket) => destroyed;

async function openAll(context: TestContext, port: number, localAddress: string, count: number) {
  const sockets: Socket[] = [];
  // One after the other, so that their order is known.
  for (let index = 0; index < count; index += 1) {
    const host = isIPv6(localAddress) ? localAddress : '127.0.0.1';
    const socket = connect({ port, host, localAddress });
    context.after(() => socket.destroy());
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
    socket.resume();
    sockets.push(socket);
  }
  return sockets;
}

/** Returns the status of the response to a request. Rejects if the connection closes instead. */
async function statusOver(socket: Socket | undefined): Promise<number> {
  const closed = new AbortController();
  const onClose = () => closed.abort();
  if (!socket || socket.destroyed) throw new Error('it is closed');
  socket.once('close', onClose);
  socket.write('GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n');
  const [response] = await once(socket, 'data', closed);
  socket.off('close', onClose);
  return Number(`${response}`.split(' ')[1]);
}

async function boundedServer(
  context: TestContext,
  most: number,
  given: { perAddress?: number; isProxy?: (address: string) => boolean } = {},
  host = '127.0.0.1',
) {
  const waiting: (() => void)[] = [];
  const server: Server = createServer(({ url }, response) => {
    if (url === '/later') waiting.push(() => response.end());
    else response.end();
  });
  const bounds = { perAddress: 1000, isProxy: () => false, onRefused: () => {}, most, ...given };
  boundConnections(server, bounds);
  server.listen(0, host);
  await once(server, 'listening');
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, port: (server.address() as AddressInfo).port, waiting };
}
