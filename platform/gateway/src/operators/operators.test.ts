import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { figuresPath, reportsPath } from '@kargo/shared-types/releases/release-addresses';
import type { Report } from '@kargo/shared-types/releases/reports';
import { connections } from '../limits.ts';
import {
  type FixtureReleases,
  fixtureReleases,
  fixtureSite,
  onHttps,
} from '../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../testing/gateway.ts';
import { openSocket, received } from '../testing/open-socket.ts';

const port = 3002;

/** A gateway with an operators' port. By default its store has a shell and a remote. */
async function site(context: TestContext, given?: FixtureReleases, variables = {}) {
  const releases = given ?? (await fixtureSite(context));
  const env = { ...onHttps(releases.folder), OPERATORS_PORT: `${port}`, ...variables };
  const { app } = await gateway(context, releases.folder, env);
  const { operators } = app;
  assert.ok(operators);
  const report = (payload: Report, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: reportsPath, payload, remoteAddress });
  const metrics = async () => (await operators.inject('/metrics')).body;
  const figures = async () => (await operators.inject(figuresPath)).body;
  const page = async () => (await operators.inject('/')).body;
  return { app, releases, operators, report, metrics, figures, page };
}

/** Returns the rules of Prometheus that these metrics break. */
function problemsIn(text: string): string[] {
  const types = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const helped = new Set([...text.matchAll(/^# HELP (\w+) \S.*$/gm)].map(([, name]) => name));
  const samples = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return [
    ...[...types].flatMap(([name, type]) => [
      ...(helped.has(name) ? [] : [`${name} has no help`]),
      ...(name.endsWith('_total') === (type === 'counter') ? [] : [`${name} is a ${type}`]),
      ...(/_(count|sum|bucket|info)$/.test(name) && type !== 'gauge'
        ? [`${name} ends like a part`]
        : []),
      ...(/_(milliseconds|ms|minutes|kilobytes|percent)(_|$)/.test(name)
        ? [`${name} has no base unit`]
        : []),
    ]),
    ...samples.flatMap((line) => {
      const [, name = ''] =
        /^(\w+)(?:\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)*\})? (?:-?[\d.]+(?:e[+-]?\d+)?|\+Inf|Nan)$/.exec(
          line,
        ) ?? [];
      return types.has(name) ||
        types.get(name.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram'
        ? []
        : [line];
    }),
  ];
}

test('Metrics follow the rules of Prometheus, and name only existing routes and releases', async (context) => {
  const { app, report, metrics } = await site(context);
  for (const url of ['/', '/nowhere', '/FAQs', '/api/v1/verify', '/releases/shell/1.0.0/main.js'])
    await app.inject(url);
  await report({ kind: 'gave-way', app: 'marketing', version: '1.0.0', screen: 'marketing/Home' });
  await report({ kind: 'view', app: 'marketing', version: '1.0.0' });
  await report({ kind: 'view', app: 'marketing', version: 'invented' });
  for (const route of ['/', '/invented'])
    await report({
      kind: 'vitals',
      app: 'shell',
      version: '1.0.0',
      route,
      lcp: 1200,
      inp: 80,
      cls: 0.02,
    });
  const fast = { kind: 'vitals', app: 'marketing', version: '1.0.0', lcp: 900 } as const;
  for (const route of ['/', '/profile']) await report({ ...fast, route });
  await app.inject({ method: 'POST', url: reportsPath, payload: 'not a report' });
  const text = await metrics();
  assert.deepEqual(problemsIn(text), []);
  assert.doesNotMatch(text, /invented|nowhere|main\.js|"\/profile"/);
  for (const line of [
    'kargo_reports_total{app="marketing",version="1.0.0",kind="gave-way"} 1',
    'kargo_report_addresses{app="marketing",version="1.0.0"} 1',
    'kargo_views_total{app="marketing",version="1.0.0"} 1',
    'kargo_release_info{app="marketing",version="1.0.0",role="current"} 1',
    'kargo_lcp_seconds_bucket{le="1",app="shell",version="1.0.0",route="/"} 0',
    'kargo_lcp_seconds_bucket{le="1.5",app="shell",version="1.0.0",route="/"} 1',
    'kargo_lcp_seconds_sum{app="marketing",version="1.0.0",route="/"} 0.9',
    'kargo_inp_seconds_sum{app="shell",version="1.0.0",route="/"} 0.08',
    'kargo_cls_sum{app="shell",version="1.0.0",route="/"} 0.02',
    'http_request_duration_seconds_count{method="POST",route="/releases/report",status="400"} 1',
    'http_request_duration_seconds_count{method="GET",route="/releases/*",status="200"} 1',
  ])
    assert.ok(text.includes(`\n${line}\n`), `${line} is missing in\n${text}`);
  assert.match(text, /\nnodejs_eventloop_lag_p99_seconds .*\n/);
});

test('Counts restart each day, since releases come and go', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const { report, metrics } = await site(context);
  await report({ kind: 'stuck', app: 'marketing', version: '1.0.0' });
  assert.match(await metrics(), /kargo_reports_total{app="marketing"/);
  context.mock.timers.tick(24 * 60 * 60 * 1000);
  const text = await metrics();
  assert.doesNotMatch(text, /kargo_reports_total{/);
  assert.match(text, /kargo_release_info{app="shell"/);
  assert.deepEqual(problemsIn(text), []);
});

const tricks: [target: string, host?: string][] = [
  ['/metrics'],
  ['//metrics'],
  ['/%6detrics'],
  ['/./metrics'],
  ['/api/../metrics'],
  ['/api/v1/%2e%2e/%2e%2e/metrics'],
  ['/releases/../metrics'],
  ['/releases/%2e%2e/metrics'],
  ['/metrics;/'],
  ['/releases.txt'],
  [`http://127.0.0.1:${port}/metrics`],
  [`http://localhost:${port}/`],
  ['/metrics', `127.0.0.1:${port}`],
  ['/', `localhost:${port}`],
  ['*'],
];

test("No request to the public port reaches the operators' pages", async (context) => {
  const { app } = await site(context);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  for (const [target, host = new URL(address).host] of tricks) {
    const lines = [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', '', ''];
    const response = await received(await openSocket(context, address, lines));
    assert.match(response, /^HTTP\/1\.1 [2-5]/, target);
    assert.doesNotMatch(response, /# HELP|Release board|within an hour/, target);
  }
});

test('Another site cannot read the port under a name that leads to this machine', async (context) => {
  const { operators } = await site(context);
  const status = async (host: string) =>
    (await operators.inject({ url: '/metrics', headers: { host } })).statusCode;
  for (const host of ['localhost:3002', '127.0.0.1:3002', '[::1]:3002', '10.0.0.7', 'gateway:3002'])
    assert.equal(await status(host), 200, host);
  assert.equal(await status('rebound.example:3002'), 421);
});

test('Idle connections do not block the port', async (context) => {
  const { operators } = await site(context);
  const address = await operators.listen({ host: '127.0.0.1', port: 0 });
  const closed: unknown[] = [];
  for (let count = 0; count < 2 * connections.operators; count += 1) {
    const socket = await openSocket(context, address, []);
    socket.once('close', () => closed.push(socket)).resume();
  }
  const response = await fetch(`${address}/metrics`);
  assert.equal(response.status, 200);
  await context.waitFor(() => assert.ok(closed.length >= connections.operators), busyMachine);
});

test('Without a port there is no server for operators', async (context) => {
  const { folder } = await fixtureSite(context);
  const { app } = await gateway(context, folder);
  assert.equal(app.operators, undefined);
});

test('The board shows the step of a rollout, the next steps, and its arrival', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-24T10:00:00Z') });
  const releases = await fixtureSite(context);
  await releases.writeRemote('marketing', '2.0.0');
  const steps = [1, 20, 100].map((percent, index) => ({ percent, minute: 30 * index }));
  const rollout = { start: new Date().toISOString(), steps };
  const next = { ...(await releases.recorded('marketing', '2.0.0')), percent: 1, rollout };
  await releases.change('marketing', { next });
  const { page } = await site(context, releases);
  const becomes = (shown: RegExp) =>
    context.waitFor(async () => assert.match(await page(), shown), busyMachine);
  await becomes(/Canary for 1 %.*20 % from 10:30, 100 % from 11:00, current from 12:00 UTC/s);
  context.mock.timers.tick(40 * 60_000);
  await becomes(/Canary for 20 %.*<td>100 % from 11:00, current from 12:00 UTC/s);
  context.mock.timers.tick(90 * 60_000);
  await becomes(/12:00<.*<b>marketing<\/b> rolled out <code>2\.0\.0<\/code>/s);
  assert.doesNotMatch(await page(), /Canary for/);
});

test('The board shows a canary next to the current release, and why it has ended', async (context) => {
  const { releases, report, figures, page, metrics } = await site(context);
  await releases.writeRemote('marketing', '2.0.0');
  const next = { ...(await releases.recorded('marketing', '2.0.0')), percent: 50 };
  await releases.change('marketing', { next });
  const shown = async (pattern: RegExp) =>
    context.waitFor(async () => assert.match(await page(), pattern), busyMachine);
  await shown(/Canary for 50 %/);

  for (const version of ['1.0.0', '1.0.0', '2.0.0', '2.0.0'])
    await report({ kind: 'view', app: 'marketing', version });
  await report({ kind: 'gave-way', app: 'marketing', version: '2.0.0' });
  for (const lcp of [1100, 1300, 1400, 1500])
    await report({ kind: 'vitals', app: 'marketing', version: '2.0.0', route: '/', lcp });
  const lines = (await figures()).split('\n');
  const [, lcp = ''] = /LCP (1\.[345]\d s),/.exec(lines[1] ?? '') ?? [];
  assert.deepEqual(lines, [
    'marketing 1.0.0 within an hour: Failed 0 of 2 views, 0.0\u00a0%, LCP –, INP –, CLS –',
    `marketing 2.0.0 within an hour: Failed 1 of 2 views, 50.0\u00a0%, LCP ${lcp}, INP –, CLS –`,
    'shell 1.0.0 within an hour: Failed 0, LCP –, INP –, CLS –',
    '',
  ]);
  const html = await page();
  assert.match(html, /1 of 2 views, 50\.0\u00a0%/);
  assert.ok(html.includes(lcp));
  const changes = [...html.matchAll(/<b>(\w+)<\/b> ([^<]+)/g)].map(([, app, what]) => [app, what]);
  assert.deepEqual(changes[0], ['marketing', 'canary 2.0.0 at 50 % ']);
  assert.equal(changes.length, 3);
  for (const [, what] of changes.slice(1)) assert.equal(what, 'released ');

  for (let failures = 1; failures < 5; failures += 1)
    await report(
      { kind: 'screen-threw', app: 'marketing', version: '2.0.0' },
      `192.0.2.${failures}`,
    );
  await shown(/The canary 2\.0\.0 of marketing was ended at .* failed in 5 of 2 views/);
  await context.waitFor(async () => assert.doesNotMatch(await page(), /Canary for/), busyMachine);
  // The gateway counts it only after it has written the marker, which the board reads.
  const ended = /kargo_canaries_ended_total{app="marketing"} 1\n/;
  await context.waitFor(async () => assert.match(await metrics(), ended), busyMachine);
  assert.match(await metrics(), /kargo_views_total{app="marketing",version="2.0.0"} 2\n/);
});

test('The board says how well the gateway meets the objectives, without counting refusals', async (context) => {
  const { app, page } = await site(context, undefined, { API_URL: 'http://127.0.0.1:1' });
  assert.match(await page(), /page answered – \(99\.9\u00a0%\), page fast – /);
  for (const url of ['/', '/about', '/picture.png'])
    await app.inject({ url, headers: { accept: 'image/*' } });
  await app.inject({ method: 'POST', url: '/api/v1/login', payload: {} });
  assert.match(
    await page(),
    /page answered 100\u00a0% \(99\.9\u00a0%\), page fast \d+(\.\d+)?\u00a0% \(99\u00a0%\), login answered 0\u00a0% \(99\.5\u00a0%\), login fast – \(99\u00a0%\), save answered – /,
  );
});

test('Texts of publishers are escaped on the board', async (context) => {
  const { releases, operators } = await site(context);
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u202E';
  await releases.writeRemote('marketing', '2.0.0', { owner: hostile });
  await releases.serve({ shell: '1.0.0', marketing: [{ version: '2.0.0', by: hostile }] });
  await releases.change('marketing', {
    frozen: { reason: hostile, at: hostile, by: hostile },
  });
  await context.waitFor(async () => {
    const { body } = await operators.inject('/');
    assert.match(body, /Frozen/);
    assert.match(body, /&lt;script&gt;alert\(1\)/);
    assert.doesNotMatch(body, /<script|<img|"'&(?!amp)|\u202E/);
  }, busyMachine);
});

test('The board reloads unless it is paused, and runs and loads nothing', async (context) => {
  const { operators } = await site(context);
  const { body, headers } = await operators.inject('/');
  assert.equal(headers.refresh, '5');
  assert.equal((await operators.inject('/?paused')).headers.refresh, undefined);
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(body) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none';style-src 'sha256-${hash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
  );
  assert.equal(headers['cache-control'], 'no-store');
});

test('Before the first release the board says so', async (context) => {
  const { page, figures, metrics } = await site(context, await fixtureReleases(context));
  assert.match(await page(), /What visitors get<.*>Nothing yet\.</);
  assert.equal(await figures(), '');
  assert.deepEqual(problemsIn(await metrics()), []);
});

test('The board, the metrics and readiness name an app that is withheld', async (context) => {
  const floor = `marketing:9:${'A'.repeat(64)}`;
  const { app, page, metrics } = await site(context, undefined, { RELEASES_AT_LEAST: floor });
  assert.match(await page(), /marketing\/9999999990\.json, which RELEASES_AT_LEAST has seen/);
  assert.match(await metrics(), /kargo_app_withheld{app="marketing"} 1\n/);
  assert.doesNotMatch(await metrics(), /kargo_app_withheld{app="shell"}/);
  const ready = await app.inject('/readyz');
  assert.equal(ready.statusCode, 200);
  assert.deepEqual(ready.json(), { status: 'ready', withheld: ['marketing'] });
});
