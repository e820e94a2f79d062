import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnv as readGatewayEnv } from '@kargo/gateway/env';
import { maxUploadFormBytes } from '@kargo/shared-types/forms/limits';
import { containerOf, find, podOf, sourceOf } from './kubernetes-files.ts';

test('A gateway’s copies of releases fill its volume by two thirds at most', () => {
  const state = podOf(find('Deployment gateway')).volumes?.find(({ name }) => name === 'state');
  const [, gib] = /^(\d+)Gi$/.exec(`${state?.emptyDir?.sizeLimit}`) ?? [];
  assert.ok(readGatewayEnv({}).RELEASES_CACHE_BYTES * 1.5 < Number(gib) * 1024 ** 3);
});

test('All APIs of a rolling update have connections left in Postgres', () => {
  const { maxReplicas } = find('HorizontalPodAutoscaler api').spec as { maxReplicas: number };
  const [, max] =
    /connectionString: databaseUrl, max: (\d+)/.exec(sourceOf('api/src/database/connect.ts')) ?? [];
  const [, allowed] = /max_connections: "(\d+)"/.exec(sourceOf('docs/operations.md')) ?? [];
  assert.ok(Number(max) > 0);
  // An API that stops keeps its connections until it ends.
  assert.ok(Number(max) * maxReplicas * 2 < Number(allowed));
});

test('Memory is enough for the hour of use that was measured, and at an API for simultaneous uploads and decodings', () => {
  const measured = /the gateway had (\d+) MB, an API (\d+)/.exec(sourceOf('docs/proof.md')) ?? [];
  const mebibytes = (name: string, kind: 'requests' | 'limits') =>
    Number(/^(\d+)Mi$/.exec(`${containerOf(find(name)).resources?.[kind]?.memory}`)?.[1]);
  const [, gatewayMb = Number.NaN, apiMb = Number.NaN] = measured.map(Number);
  assert.ok(mebibytes('Deployment gateway', 'requests') > gatewayMb);
  assert.ok(mebibytes('Deployment api', 'requests') > apiMb);
  const [, decoded] = /maxAtOnce = (\d+);/.exec(sourceOf('api/src/uploads/picture.ts')) ?? [];
  const [, decodeMb] = /rest of (\d+) MB/.exec(sourceOf('api/src/uploads/spawn-capped.ts')) ?? [];
  const [, forms] = /atOnce: (\d+),/.exec(sourceOf('platform/gateway/src/limits.ts')) ?? [];
  const [gateways, apis] = ['gateway', 'api'].map((name) =>
    Number(find(`HorizontalPodAutoscaler ${name}`).spec?.minReplicas),
  );
  // Profiles and payout details.
  const uploadsOfApi = (2 * Number(forms) * Number(gateways)) / Number(apis);
  const neededMb =
    apiMb + Number(decoded) * Number(decodeMb) + (uploadsOfApi * maxUploadFormBytes) / 1024 ** 2;
  assert.ok(neededMb < mebibytes('Deployment api', 'limits'), `${neededMb}`);
});

test('Pods are added when the one thread of each is busy for more than half of its time', () => {
  for (const name of ['api', 'gateway']) {
    const { metrics } = find(`HorizontalPodAutoscaler ${name}`).spec as {
      metrics: { resource: { name: string; target: { averageValue?: string } } }[];
    };
    const [, busy] = /^(\d+)m$/.exec(`${metrics[0]?.resource.target.averageValue}`) ?? [];
    assert.ok(Number(busy) > 500 && Number(busy) < 800, `${name}: ${busy}`);
  }
});

test('Volumes that end with a pod keep no autoscaler from removing its node', () => {
  for (const name of ['Deployment api', 'Deployment gateway']) {
    const volumes = podOf(find(name)).volumes?.filter(({ emptyDir }) => emptyDir) ?? [];
    const { annotations } = find(name).spec?.template?.metadata ?? {};
    assert.deepEqual(annotations, {
      'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': volumes
        .map((volume) => volume.name)
        .join(),
    });
  }
});

test('A node can be emptied while its pods are not ready', () => {
  for (const name of ['api', 'gateway'])
    assert.equal(
      find(`PodDisruptionBudget ${name}`).spec?.unhealthyPodEvictionPolicy,
      'AlwaysAllow',
    );
});
