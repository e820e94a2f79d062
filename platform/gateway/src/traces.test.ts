import assert from 'node:assert/strict';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { listen } from '@kargo/release-log/testing/listen';
import { uploaderPath } from '@kargo/shared-types/api/uploader';
import { isTraced } from '@kargo/shared-types/traces';
import { fixtureSite, PUBLISHERS } from './testing/fixture-releases.ts';

const isProof = Boolean(process.env.PROOF);
const run = promisify(execFile);
const { folder } = await fixtureSite(test);
const secret = 'q3Jd8f-sK29_xVb7LmPz4RtYw1CnHe6U';
const nobody = 'http://127.0.0.1:1';
const foreign = '0af7651916cd43dd8448eb211c80319c';
const { NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
/** So that each process starts sooner. */
const compiled = { NODE_COMPILE_CACHE, NODE_OPTIONS };
const given = {
  traceparent: `00-${foreign}-b7ad6b7169203331-01`,
  tracestate: `mine=${secret}`,
  baggage: `token=${secret}`,
  authorization: `Bearer ${secret}`,
};

test('A request has a trace of its own, the same at the gateway, the API and in the log, without secrets', async (context) => {
  const { origin, spans, apiGot, log, stop } = await tracedGateway(context);
  for (const path of [
    '/',
    `/nowhere/${secret}?a=${secret}`,
    `/api/v1/payout-links/${secret}/?a=1`,
  ]) {
    await fetch(origin + path, { headers: given });
  }
  await fetch(`${origin}/healthz`);
  const form = { method: 'POST', headers: { ...given, 'content-type': 'multipart/form-data' } };
  await fetch(`${origin}/api/v1/driver/profile/update`, { ...form, body: secret });
  await stop();

  const names = spans().map(({ name }) => name);
  const update = 'POST /api/v1/driver/profile/update';
  assert.deepEqual(names.sort(), ['GET /*', 'GET /*', 'GET /api/*', update]);
  const traces = spans().map(({ traceId }) => traceId);
  const logged = log().filter(({ msg }) => msg === 'answered');
  assert.deepEqual(logged.map((line) => line.trace_id).sort(), [...traces, undefined].sort());
  const [call, askedWho, upload] = apiGot.map(({ traceparent }) => String(traceparent));
  const traceOf = (name: string) => spans().find((span) => span.name === name)?.traceId ?? 'none';
  assert.match(call ?? '', new RegExp(`^00-${traceOf('GET /api/*')}-[0-9a-f]{16}-01$`));
  for (const header of [askedWho, upload]) assert.ok(header?.includes(traceOf(update)), header);
  assert.deepEqual(apiGot.map(({ tracestate, baggage }) => tracestate ?? baggage).join(''), '');

  const exported = JSON.stringify(spans());
  for (const withheld of [secret, foreign, 'url.path', 'user_agent', 'client.address']) {
    assert.ok(!exported.includes(withheld), withheld);
  }
});

test('A trusted proxy says which trace a request belongs to', async (context) => {
  const { origin, spans, apiGot, stop } = await tracedGateway(context, {
    TRUST_PROXY: '127.0.0.1',
  });
  await fetch(`${origin}/api/v1/ip`, { headers: given });
  await stop();
  assert.deepEqual(
    spans().map(({ traceId }) => traceId),
    [foreign],
  );
  assert.match(String(apiGot[0]?.traceparent), new RegExp(`^00-${foreign}-(?!b7ad)`));
});

test('OpenTelemetry is wanted with an endpoint, unless it is turned off, and not loaded otherwise', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = nobody;
  assert.ok(isTraced({ OTEL_EXPORTER_OTLP_ENDPOINT }));
  assert.ok(!isTraced({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }));
  assert.ok(!isTraced({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }));
  const program = join(import.meta.dirname, 'traces.ts');
  const { stdout } = await run(process.execPath, ['--import', watch, program], {
    env: { OTEL_SERVICE_NAME: 'gateway', ...compiled },
  });
  assert.equal(stdout, '');
});

const collectors: [what: string, listener: Server | RequestListener | null][] = [
  ['accepts connections and hangs', createServer()],
  ['refuses connections', null],
  ['refuses spans', (_request, response) => void response.writeHead(400).end()],
];
for (const [name, listener] of isProof ? collectors : collectors.slice(0, 1)) {
  test(`While the collector ${name}, the site is served, and stops within a second`, async (context) => {
    const collector = listener ? await listen(context, listener) : nobody;
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector };
    const { origin, log, stop } = await tracedGateway(context, variables);
    for (const _ of Array(50).keys()) assert.equal((await fetch(origin)).status, 200);
    const { code, milliseconds } = await stop();
    assert.equal(code, 0);
    // A second, and time for a busy machine; the exporter itself would try for ten seconds.
    assert.ok(milliseconds < 6000, `${milliseconds} ms`);
    assert.deepEqual(
      log().filter(({ level }) => level >= 50),
      [],
    );
  });
}

for (const folder of ['platform/gateway/src', ...(isProof ? ['api/src/telemetry'] : [])]) {
  test(`${folder}: 2,048 spans wait while the collector is silent, and the others are dropped`, async (context) => {
    const endpoint = await listen(context, (_request, response) => void response.end());
    const cwd = join(import.meta.dirname, '../../..', folder);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', manySpans], {
      cwd,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...compiled },
    });
    // A batch of 512 is being sent.
    assert.equal(Number(stdout), 2048 + 512);
  });
}

/** Ends 10,000 spans at once, before any response can arrive, then more until some are dropped. */
const manySpans = `
  import './traces.ts';
  import { diag, trace } from '@opentelemetry/api';
  let ended = 0;
  const endSpan = () => {
    trace.getTracer('test').startSpan('test').end();
    ended += 1;
  };
  const warn = (text) => {
    const [dropped] = /(?<=Dropped )[0-9]+/.exec(text) ?? [];
    if (dropped) process.stdout.write(String(ended - dropped), () => process.exit());
  };
  diag.setLogger({ warn, error() {}, info() {}, debug() {}, verbose() {} });
  while (ended < 10_000) endSpan();
  setInterval(endSpan, 10);`;

interface Span {
  name: string;
  traceId: string;
}

interface Line {
  msg: string;
  level: number;
  trace_id?: string;
}

/** Prints each module of OpenTelemetry that is imported. */
const watch = `data:text/javascript,
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    if (name.startsWith('@opentelemetry')) console.log(name);
    return next(name, context);
  } });`;

/** The gateway as a process, with an API and a collector. */
async function tracedGateway(context: TestContext, variables: Record<string, string> = {}) {
  const exports: Export[] = [];
  const collect: RequestListener = async (request, response) => {
    exports.push((await json(request)) as Export);
    response.end('{}');
  };
  const apiGot: IncomingHttpHeaders[] = [];
  const respond: RequestListener = ({ headers, url }, response) => {
    apiGot.push(headers);
    response.end(url === uploaderPath ? '{"driver":"ada"}' : '');
  };
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    silent: true,
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      RELEASES: folder,
      PUBLISHERS,
      SHUTDOWN_DELAY_SECONDS: '0',
      API_URL: await listen(context, respond),
      OTEL_EXPORTER_OTLP_ENDPOINT: await listen(context, collect),
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      ...compiled,
      ...variables,
    },
  });
  context.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout?.on('data', (data) => {
    output += data;
  });
  const address = /http:\/\/127\.0\.0\.1:\d+/;
  while (!address.test(output)) await once(child.stdout ?? child, 'data');
  return {
    origin: address.exec(output)?.[0] ?? '',
    apiGot,
    log: (): Line[] =>
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    spans: () => exports.flatMap(spansOf),
    async stop() {
      const began = performance.now();
      child.kill('SIGTERM');
      const [code] = await once(child, 'close');
      return { code, milliseconds: performance.now() - began };
    },
  };
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const spansOf = ({ resourceSpans }: Export) =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
