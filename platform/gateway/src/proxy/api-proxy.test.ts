import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ErrorBody } from '@kargo/shared-types/api/error';
import { call, upload } from '../limits.ts';
import { openSocket, received } from '../testing/open-socket.ts';
import { asDriver, listeningGateway, siteWithApi } from '../testing/site-with-api.ts';

const site = await siteWithApi(test, echo);
const behindProxy = await siteWithApi(test, echo, { TRUST_PROXY: '127.0.0.1' });

test('Calls reach the API with their path, query, method and headers', async () => {
  const response = await fetch(`${site}/api/v1/resend-onboarding-link/a.b%2B%2F%3D/1?b=%2F`, {
    headers: { authorization: 'Bearer abc', 'x-device-id': '1.2.3.4' },
  });
  const seen = await echoed(response);
  assert.equal(seen.method, 'GET');
  assert.equal(seen.url, '/api/v1/resend-onboarding-link/a.b%2B%2F%3D/1?b=%2F');
  assert.equal(seen.headers.authorization, 'Bearer abc');
  assert.equal(seen.headers['x-device-id'], '1.2.3.4');
});

test("A browser's own headers and its cookie reach the API", async () => {
  const headers = {
    cookie: 'XSRF-TOKEN=abc',
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
    'x-xsrf-token': 'abc',
  };
  const response = await fetch(`${site}/api/v1/login`, { method: 'POST', headers });
  const seen = (await echoed(response)).headers;
  assert.deepEqual({ ...seen, ...headers }, seen);
});

test('The API gets the address of the visitor; forwarding headers of the visitor are replaced', async () => {
  const claims = {
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-request-id': 'mine',
    forwarded: 'for=6.6.6.6',
  };
  const response = await fetch(`${site}/api/v1/ip`, { headers: claims });
  const { headers } = await echoed(response);
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  assert.equal(headers['x-forwarded-host'], new URL(site).host);
  assert.equal(headers['x-forwarded-proto'], 'http');
  assert.equal(headers.forwarded, undefined);
  assert.match(String(headers['x-request-id']), /^[\da-f-]{36}$/);
  assert.equal(response.headers.get('x-request-id'), headers['x-request-id']);
});

test('A proxy in front is trusted, and its address is not sent to the API', async () => {
  const response = await fetch(`${behindProxy}/api/v1/ip`, {
    headers: {
      'x-forwarded-for': '9.9.9.9',
      'x-forwarded-proto': 'https',
      'x-request-id': 'theirs',
    },
  });
  const { headers } = await echoed(response);
  assert.equal(headers['x-forwarded-for'], '9.9.9.9');
  assert.equal(headers['x-forwarded-proto'], 'https');
  assert.equal(headers['x-request-id'], 'theirs');
});

for (const [header, address] of [
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['198.51.100.1, 203.0.113.7:80', '203.0.113.7'],
  ['unknown', '127.0.0.1'],
  ['198.51.100.1, unknown', '127.0.0.1'],
] as const) {
  test(`The visitor behind a proxy that writes "${header}" is ${address}`, async () => {
    const response = await fetch(`${behindProxy}/api/v1/ip`, {
      headers: { 'x-forwarded-for': header },
    });
    assert.equal((await echoed(response)).headers['x-forwarded-for'], address);
  });
}

test('Bodies of every kind arrive as they were sent', async () => {
  const types = [
    'application/json',
    'text/plain',
    'application/x-unheard-of',
    'multipart/form-data; boundary=x',
  ];
  for (const type of types) {
    // Malformed on purpose: only the API validates bodies.
    const response = await fetch(`${site}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"a": ',
    });
    const seen = await echoed(response);
    assert.equal(seen.headers['content-type'], type);
    assert.equal(seen.bodyHash, sha256('{"a": '));
  }
});

test('Large uploads pass through', async () => {
  const body = randomBytes(2.5 * 1024 * 1024);
  const response = await fetch(`${site}/api/v1/driver/profile/update`, {
    method: 'POST',
    headers: asDriver(),
    body,
  });
  assert.equal((await echoed(response)).bodyHash, sha256(body));
});

const tooLarge = [
  ['/api/v1/login', 'application/json', call.bytes + 1],
  ['/api/v1/driver/profile/update', 'multipart/form-data; boundary=x', upload.bytes + 1],
] as const;

for (const [path, type, bytes] of tooLarge) {
  test(`A body that is too large ends early: ${path}`, async (context) => {
    let passedOn = 0;
    const site = await siteWithApi(context, (request, response) => {
      request.on('data', ({ length }) => {
        passedOn += length;
      });
      request.on('close', () => response.end());
    });
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: a',
      'Authorization: Bearer ada',
      `Content-Type: ${type}`,
    ];
    const announced = await openSocket(context, site, [
      ...head,
      `Content-Length: ${bytes}`,
      '',
      'a part',
    ]);
    assert.match(await received(announced), /^HTTP\/1\.1 413 /);

    const endless = await openSocket(context, site, [
      ...head,
      'Transfer-Encoding: chunked',
      '',
      '',
    ]);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    let sent = 0;
    const timer = setInterval(() => {
      sent += 0x10000;
      endless.write(chunk);
    }, 1);
    context.after(() => clearInterval(timer));
    // Data in transit when the socket closes may keep the response from arriving.
    assert.match(await received(endless), /^(HTTP\/1\.1 413 |$)/);
    assert.ok(sent < 2 * bytes + 1_000_000, `${sent} bytes were sent`);
    assert.ok(passedOn <= bytes);
  });
}

test('The sender of a form that is a little too large gets a response, however late it reads', async (context) => {
  const site = await siteWithApi(context, (_request, response) => response.end());
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(site).port) });
  context.after(() => socket.destroy());
  // The sender reads nothing before it has sent everything.
  socket.pause();
  const size = 2 * upload.bytes;
  const head = `POST /api/v1/driver/profile/update HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ada\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${size}\r\n\r\n`;
  socket.write(head);
  for (let sent = 0; sent < size; sent += size / 16) {
    await wait(20);
    socket.write('x'.repeat(size / 16));
  }
  assert.match(await received(socket.resume()), /^HTTP\/1\.1 413 .*"payload_too_large"/s);
});

test('Responses come back with their status, headers and cookies', async (context) => {
  const site = await siteWithApi(context, (_request, response) => {
    response.writeHead(422, {
      'content-type': 'application/json',
      'content-security-policy': "default-src 'self'",
      'set-cookie': ['a=1', 'b=2'],
    });
    response.end('{"code":"validation_failed"}');
  });
  const reply = await fetch(`${site}/api/v1/login`, { method: 'POST' });
  assert.equal(reply.status, 422);
  assert.deepEqual(reply.headers.getSetCookie(), ['a=1', 'b=2']);
  assert.equal(reply.headers.get('content-security-policy'), "default-src 'self'");
  assert.deepEqual(await reply.json(), { code: 'validation_failed' });
});

test('The API decides on the policy of its own pages', async (context) => {
  const site = await siteWithApi(context, (_request, response) => response.end('docs'));
  const reply = await fetch(`${site}/api/docs`);
  assert.equal(reply.headers.get('content-security-policy'), null);
  assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
});

test('Responses are streamed, not collected', async (context) => {
  const site = await siteWithApi(context, (_request, response) => {
    response.write('first');
  });
  const reply = await fetch(`${site}/api/v1/stream`);
  const { value } = (await reply.body?.getReader().read()) ?? {};
  assert.equal(Buffer.from(value ?? []).toString(), 'first');
});

for (const method of ['GET', 'POST']) {
  test(`A ${method} that the API answers with 503 or cuts off is not sent again`, async (context) => {
    let calls = 0;
    const site = await siteWithApi(context, (request, response) => {
      calls += 1;
      if (request.url === '/api/v1/cut') request.socket.destroy();
      else response.writeHead(503).end();
    });
    assert.equal((await fetch(`${site}/api/v1/busy`, { method })).status, 503);
    assert.equal(calls, 1);
    const reply = await fetch(`${site}/api/v1/cut`, { method });
    assert.equal(reply.status, 503);
    assert.equal((await errorOf(reply)).code, 'unavailable');
    assert.equal(calls, 2);
  });
}

test("A balancer's response in place of the API's is not passed on", async (context) => {
  const site = await siteWithApi(context, (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(Number(request.headers['x-status']), { 'content-type': 'text/html' });
      response.end('<h1>No server is available</h1>');
    });
  });
  for (const [status, path] of [
    ['502', '/api/v1/driver/profile/update'],
    ['503', '/api/v1/login'],
    ['504', '/api/v1/login'],
  ] as const) {
    const headers = { ...asDriver(), 'x-status': status };
    const reply = await fetch(site + path, { method: 'POST', headers, body: 'a form' });
    assert.equal(reply.status, 503);
    assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await errorOf(reply)).code, 'unavailable');
  }
});

test('When the API is down, calls fail at once and pages still work', async (context) => {
  const site = await listeningGateway(context, { API_URL: 'http://127.0.0.1:1' });
  const started = performance.now();
  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${site}/api/v1/verify`, { method });
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    assert.deepEqual(await response.json(), {
      code: 'unavailable',
      message: 'The service is not available. Please try again later.',
    });
  }
  assert.ok(performance.now() - started < 5000);
  assert.equal((await fetch(`${site}/`)).status, 200);
});

test('Paths cannot leave the API', async () => {
  const response = await fetch(`${site}/api/..%2f..%2fadmin`);
  assert.equal(response.status, 400);
  assert.equal((await errorOf(response)).code, 'malformed_body');
});

test('An address such as /apis is not the API', async () => {
  assert.equal(
    (await fetch(`${site}/apis`)).headers.get('content-type'),
    'text/plain; charset=utf-8',
  );
});

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of request) hash.update(chunk);
  const { method, url, headers } = request;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method, url, headers, bodyHash: hash.digest('hex') }));
}

interface Echo {
  method: string;
  url: string;
  headers: Record<string, string>;
  bodyHash: string;
}

const echoed = async (response: Response) => (await response.json()) as Echo;
const errorOf = async (response: Response) => (await response.json()) as ErrorBody;
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
