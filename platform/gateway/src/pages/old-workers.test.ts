import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixtureSite } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';

const remover = /registration\.unregister\(\)/;

test('Where sites often have a service worker, there is one that removes itself', async (context) => {
  const { folder } = await fixtureSite(context);
  const { get } = await gateway(context, folder);
  for (const path of ['/sw.js', '/ngsw-worker.js', '/OneSignalSDKWorker.js?appId=1']) {
    const { statusCode, headers, body } = await get(path);
    assert.equal(statusCode, 200, path);
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(headers['cache-control'], 'private, no-store');
    // A worker of a folder may have worked for the whole site.
    assert.equal(headers['service-worker-allowed'], '/');
    assert.match(body, remover);
  }
  assert.equal((await get('/own-worker.js')).statusCode, 404);
});

test('A variable names others, and a browser that looks for a newer worker gets it anywhere', async (context) => {
  const { folder } = await fixtureSite(context);
  const { get } = await gateway(context, folder, { OLD_WORKERS: '/own-worker.js' });
  assert.match((await get('/own-worker.js')).body, remover);
  assert.equal((await get('/sw.js')).statusCode, 404);
  const headers = { 'service-worker': 'script' };
  assert.match((await get('/js/worker.js', headers)).body, remover);
  assert.doesNotMatch((await get('/humans.txt', headers)).body, remover);
});
