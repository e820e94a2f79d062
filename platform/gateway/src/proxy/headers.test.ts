import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { requestsPerConnection } from '../limits.ts';
import { openSocket } from '../testing/open-socket.ts';
import { siteWithApi } from '../testing/site-with-api.ts';

const echoing = await siteWithApi(test, echo, { TRUST_PROXY: '127.0.0.1' });

test('A connection is kept for as long as the variable says, or for 75 s', async (context) => {
  for (const [variables, seconds] of [
    [{}, 75],
    [{ KEEP_ALIVE_SECONDS: '620' }, 620],
  ] as const) {
    const site = await siteWithApi(context, (_request, response) => response.end(), variables);
    const { headers } = await fetch(`${site}/api/v1/ip`);
    assert.equal(headers.get('keep-alive'), `timeout=${seconds}`);
  }
});

test('A visitor who asks to close the connection gets it closed', async (context) => {
  const response = await ask(context, ['GET /api/v1/ip HTTP/1.1', 'Host: a', 'Connection: close']);
  assert.match(response, /^HTTP\/1\.1 200 /);
  assert.match(response, /\r\nconnection: close\r\n/i);
});

test('Headers of one connection are not forwarded, in either direction', async (context) => {
  const response = await ask(context, [
    'GET /api/v1/ip HTTP/1.1',
    'Host: a',
    'Connection: close, X-Mine',
    'Keep-Alive: timeout=3',
    'Proxy-Authorization: Basic x',
    'Proxy-Connection: close',
    'TE: trailers',
    'Trailer: x',
    'Upgrade: h2c',
    'X-Mine: 1',
    'X-Theirs: 1',
  ]);
  const { headers } = JSON.parse(bodyOf(response));
  const known = ['connection', 'host', 'x-theirs'];
  const forwarded = Object.keys(headers).filter((name) => !/^x-(forwarded|request)/.test(name));
  assert.deepEqual(forwarded.sort(), known);
  assert.doesNotMatch(response, /\r\n(keep-alive|proxy-authenticate|upgrade):/i);
});

test('A visitor who waits for "100 Continue" before sending the body gets it', async (context) => {
  const response = await ask(context, [
    'POST /api/v1/login HTTP/1.1',
    'Host: a',
    'Connection: close',
    'Expect: 100-continue',
    'Content-Type: application/json',
    'Content-Length: 0',
  ]);
  assert.match(response, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test('The body of a GET is dropped', async (context) => {
  const lines = ['GET /api/v1/ip HTTP/1.1', 'Host: a', 'Connection: close', 'Content-Length: 2'];
  const response = await ask(context, lines, '{}');
  assert.match(response, /^HTTP\/1\.1 200 /);
  assert.equal(JSON.parse(bodyOf(response)).headers['content-length'], undefined);
});

for (const path of ['/', '/api/v1/ip']) {
  test(`A request to two hosts is refused: ${path}`, async (context) => {
    const lines = [`GET ${path} HTTP/1.1`, 'Host: a', 'Host: b', 'Connection: close'];
    assert.match(await ask(context, lines), /^HTTP\/1\.1 400 /);
  });
}

test("A proxy's request id is kept if it is plain", async (context) => {
  const idOf = async (given: string) => {
    const response = await ask(context, [
      'GET /api/v1/ip HTTP/1.1',
      'Host: a',
      'Connection: close',
      `X-Request-Id: ${given}`,
    ]);
    return JSON.parse(bodyOf(response)).headers['x-request-id'];
  };
  assert.equal(await idOf('lb-1.2_3'), 'lb-1.2_3');
  assert.match(await idOf('a'.repeat(65)), /^[\da-f-]{36}$/);
  assert.match(await idOf('{"level":60}'), /^[\da-f-]{36}$/);
});

test("Other senders' request ids are replaced, even if a proxy is trusted", async (context) => {
  const site = await siteWithApi(context, echo, { TRUST_PROXY: '192.0.2.1' });
  const response = await fetch(`${site}/api/v1/ip`, { headers: { 'x-request-id': 'mine' } });
  assert.match(String(response.headers.get('x-request-id')), /^[\da-f-]{36}$/);
});

for (const secret of ['', 'a secret of thirty-two characters']) {
  test(`Only the gateway sets the gateway header: "${secret}"`, async (context) => {
    const site = await siteWithApi(context, echo, { GATEWAY_SECRET: secret });
    const claim = { 'x-kargo-gateway': 'mine' };
    const response = await fetch(`${site}/api/v1/ip`, { headers: claim });
    const { headers } = (await response.json()) as { headers: Record<string, string> };
    assert.equal(headers['x-kargo-gateway'] ?? '', secret);
  });
}

test('The number of open requests from one address is limited', async (context) => {
  const waiting: ServerResponse[] = [];
  const site = await siteWithApi(context, (_request, response) => void waiting.push(response), {
    REQUESTS_PER_ADDRESS: '3',
    TRUST_PROXY: '127.0.0.1',
  });
  const from = (address: string) =>
    fetch(`${site}/api/v1/ip`, { headers: { 'x-forwarded-for': address } });
  const open = Array.from({ length: 3 }, () => from('2001:db8::1'));
  while (waiting.length < 3) await new Promise(setImmediate);

  const refused = await from('2001:db8::2');
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after') ?? '', /^([5-9]|10)$/);
  const other = from('2001:db8:1::1');
  while (waiting.length < 4) await new Promise(setImmediate);
  for (const response of waiting) response.end();
  assert.deepEqual(
    new Set((await Promise.all([...open, other])).map(({ status }) => status)),
    new Set([200]),
  );

  const again = from('2001:db8::2');
  while (waiting.length < 5) await new Promise(setImmediate);
  waiting[4]?.end();
  assert.equal((await again).status, 200);
});

for (const [method, rest] of [
  ['GET', '\r\n'],
  ['POST', 'Content-Length: 1\r\n\r\nx'],
] as const) {
  test(`The number of open requests on one connection is limited: ${method}`, async (context) => {
    const waiting: ServerResponse[] = [];
    const site = await siteWithApi(context, (_request, response) => void waiting.push(response));
    const head = `${method} /api/v1/ip HTTP/1.1\r\nHost: a\r\n`;
    const all = (head + rest).repeat(requestsPerConnection + 2);
    const socket = await openSocket(context, site, [`${all}${head}Connection: close\r\n${rest}`]);
    while (waiting.length < requestsPerConnection) await new Promise(setImmediate);
    // The limit does not affect another connection.
    const other = fetch(`${site}/api/v1/ip`);
    while (waiting.length <= requestsPerConnection) await new Promise(setImmediate);
    assert.equal(waiting.length, requestsPerConnection + 1);
    for (const response of waiting) response.end();
    assert.equal((await other).status, 200);
    const statuses = (await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g);
    // The refusal closes the connection.
    assert.deepEqual(statuses, [...Array(requestsPerConnection).fill('200'), '429']);
  });
}

test("Without traces, only a proxy's trace reaches the API", async (context) => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  for (const [TRUST_PROXY, expected] of [
    ['false', undefined],
    ['127.0.0.1', traceparent],
  ] as const) {
    const site = await siteWithApi(context, echo, { TRUST_PROXY });
    const reply = await fetch(`${site}/api/v1/ip`, { headers: { traceparent } });
    assert.equal(JSON.parse(await reply.text()).headers.traceparent, expected);
  }
});

/** Returns the whole response to a request, from an API that returns the request's headers. */
async function ask(context: TestContext, lines: string[], body = ''): Promise<string> {
  return text(await openSocket(context, echoing, [...lines, '', body]));
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers } = request;
  await text(request);
  const ofConnection = { 'proxy-authenticate': 'Basic', upgrade: 'h2c' };
  response.writeHead(200, {
    ...ofConnection,
    'content-length': JSON.stringify({ headers }).length,
  });
  response.end(JSON.stringify({ headers }));
}

const bodyOf = (response: string) => response.split('\r\n\r\n').at(-1) ?? '';
