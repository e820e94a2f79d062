import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newPublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { siteIdentity, testRelease } from '@kargo/release-log/testing/test-release';
import { chromium } from '@playwright/test';
import {
  findBrowser,
  launchOptions,
  NoBrowserError,
  windowlessFirst,
} from './browser/find-browser.ts';
import { ownNetwork, runSmokeTest } from './run-smoke-test.ts';
import { unusedPort } from './start-gateway.ts';

const found = await findBrowser(windowlessFirst);

test('A page reaches only the ports of its site on this machine, even by WebRTC', async (t) => {
  const reached: string[] = [];
  const serve = async (name: string) => {
    const server = createServer(({ url, headers }, response) => {
      if (headers.upgrade || url !== '/favicon.ico') reached.push(name);
      response.setHeader('access-control-allow-origin', '*').end('<title>Site</title>');
    });
    t.after(() => server.close().closeAllConnections());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  };
  const [site, other] = [await serve('site'), await serve('other')];
  const udp = createSocket('udp4', () => reached.push('udp')).bind(0, '127.0.0.1');
  t.after(() => udp.close());
  await once(udp, 'listening');

  await using browser = await chromium.launch(launchOptions(found, [site]));
  const page = await browser.newPage();
  await page.goto(site);
  const script = `(async () => {
    const { port, host } = new URL('${other}');
    const udp = '127.0.0.1:${udp.address().port}';
    const iceServers = [{ urls: 'stun:' + udp }];
    const connection = new RTCPeerConnection({ iceServers });
    connection.createDataChannel('data');
    const gathered = new Promise((end) => {
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && end();
    });
    await connection.setLocalDescription(await connection.createOffer());
    await gathered;
    await new WebTransport('https://' + udp).ready.catch(() => undefined);
    for (const name of ['localhost', '127.0.0.1', '[::1]'])
      await fetch('http://' + name + ':' + port, { mode: 'no-cors' }).catch(() => undefined);
    await new Promise((end) => Object.assign(new WebSocket('ws://' + host), { onerror: end, onopen: end }));
    await (await fetch('/again')).text();
  })()`;
  await page.evaluate(script);
  assert.deepEqual(reached, ['site', 'site']);
});

const words = ownNetwork(tmpdir());

test('The smoke test has a network of its own, where the system allows it', {
  skip: words.length === 0 && 'no namespaces',
}, async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const program = `
    const { connect, createServer } = require('net');
    const own = createServer().listen(0, '127.0.0.1', async () => {
      const reaches = (port) => new Promise((tell) => {
        connect(port, '127.0.0.1', () => tell(true)).on('error', () => tell(false));
      });
      console.log(JSON.stringify([await reaches(own.address().port), await reaches(${(server.address() as AddressInfo).port})]));
      process.exit();
    })`;
  const [command = '', ...parameters] = [...words, process.execPath, '-e', program];
  const { stdout } = spawnSync(command, parameters, { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(stdout), [true, false]);
});

/** A store with screens of two apps, and what to open there. */
async function fixture(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-smoke-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const store = new FolderStore(join(folder, 'releases'));
  for (const app of ['shell', 'marketing', 'auth']) {
    const files = { 'routes.json': { sha384: '', size: 1 } };
    const release = testRelease({ app, screens: { Page: [] }, files });
    await store.write(`${app}/1.0.0/release.json`, Buffer.from(JSON.stringify(release)));
  }
  const routes = ['marketing', 'auth'].map((app) => ({
    path: `/${app}`,
    name: app,
    screen: `${app}/Page`,
    isPublic: true,
  }));
  const published = Buffer.from(
    JSON.stringify({ routes, notFoundTitle: 'Not found', identity: siteIdentity }),
  );
  await store.write('shell/1.0.0/routes.json', published);
  const current = { shell: '1.0.0', marketing: '1.0.0', auth: '1.0.0' };
  const task = { site: current, current, evidence: join(folder, 'evidence'), acceptSize: false };
  const publishers = { log: 'log', keys: [publicPart(await newPublisherKey('key', ['*']))] };
  return { folder, store, task, publishers };
}

test('A release that the store does not give for a moment is not passed without being opened', async (t) => {
  const { store, task, publishers } = await fixture(t);
  const prepared = { finish: () => Promise.reject(new Error('Nothing is opened.')) };
  const { read } = store;
  let left = 0;
  t.mock.method(store, 'read', async (path: string, maxBytes: number) => {
    if (path === 'marketing/1.0.0/release.json' && left-- === 0) throw new Error('ECONNREFUSED');
    return read.call(store, path, maxBytes);
  });
  // While the visits are planned, while the current site's are, and while it is copied.
  for (left of [0, 1, 2])
    await assert.rejects(
      runSmokeTest(store, { publishers }, ['marketing'], task, prepared),
      /^Error: ECONNREFUSED$/,
    );
});

test('A smoke test that the system kills says so', async (t) => {
  const { store, task, publishers } = await fixture(t);
  const killed = { output: '', complaint: '', exitCode: null, signal: 'SIGKILL', isApart: true };
  const prepared = { finish: async () => killed };
  await assert.rejects(runSmokeTest(store, { publishers }, ['marketing'], task, prepared), {
    message: 'the smoke test was ended by SIGKILL, perhaps for lack of memory',
  });
});

test('Neither the smoke test nor its browser gets a secret', async (t) => {
  const { folder, store, task, publishers } = await fixture(t);
  const spy = join(folder, 'spy');
  const seen = join(folder, 'seen');
  await writeFile(spy, `#!/bin/sh\ncat /proc/self/environ /proc/$PPID/environ >> ${seen}; exit 1`, {
    mode: 0o755,
  });
  const { env } = process;
  process.env = { ...env, BROWSER_PATH: spy, AWS_SECRET_ACCESS_KEY: 'secret', OTHER: 'secret' };
  t.after(() => Object.assign(process, { env }));
  await assert.rejects(
    runSmokeTest(store, { publishers }, ['marketing'], task),
    /No browser starts/,
  );
  const variables = await readFile(seen, 'utf8');
  assert.match(variables, /PATH=/);
  assert.doesNotMatch(variables, /secret/);
});

test('A failing source does not keep the others from being tried, and is reported', async (t) => {
  const { BROWSER_PATH } = process.env;
  delete process.env.BROWSER_PATH;
  t.after(() => BROWSER_PATH && Object.assign(process.env, { BROWSER_PATH }));
  const failing = async () => Promise.reject(new Error('no space left\nat …'));
  const empty = t.mock.fn(async () => []);
  await assert.rejects(findBrowser([failing, empty]), (error) => {
    assert.ok(error instanceof NoBrowserError);
    assert.match(error.message, /^No browser starts: .*\nError: no space left$/);
    return true;
  });
  assert.equal(empty.mock.callCount(), 1);
});

test('no outgoing connection takes the port before the gateway listens', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(
    () => '32768',
  );
  assert.ok((await unusedPort()) < Number.parseInt(range, 10));
});
