import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { Variables as GatewayEnv } from '@kargo/gateway/env';
import { Env as ApiEnv, JobEnv } from 'api/src/env.ts';
import { type KubernetesObject, nameOf, readObjects, schemaProblems } from 'deploy/objects';
import { policyProblems } from 'deploy/policy';
import { parse } from 'yaml';
import {
  base,
  containerOf,
  deployFolder,
  find,
  objectsIn,
  overlays,
  podOf,
  read,
} from './kubernetes-files.ts';

// Checks the files before an overlay changes them and, with kubectl, the objects that it renders.

const hasKubectl = !spawnSync('kubectl').error;
const rendered = (hasKubectl ? overlays : []).map((overlay) =>
  readObjects(
    execFileSync('kubectl', ['kustomize', join(deployFolder, 'overlays', overlay)], {
      encoding: 'utf8',
    }),
  ),
);

test('Every object satisfies the schema of Kubernetes', async () => {
  const all = ['base', 'overlays/local', 'overlays/production'].flatMap(objectsIn);
  all.push(...rendered.flat());
  assert.ok(all.length > 40);
  const typo = structuredClone(find('Deployment api'));
  Object.assign(typo.spec?.template?.spec?.containers[0] ?? {}, { readinesProbe: {} });
  const problems = await schemaProblems([...all, typo]);
  assert.equal(problems.length, 1, problems.join('\n'));
  assert.match(`${problems}`, /^Deployment api: .*readinesProbe/);
  assert.match(`${await schemaProblems([{ ...typo, kind: 'Deploiment' }])}`, /no such kind/);
});

for (const [index, overlay] of overlays.entries()) {
  test(`Nothing of base and ${overlay} is forbidden`, () => {
    assert.deepEqual(policyProblems([...base, ...objectsIn(`overlays/${overlay}`)]), []);
  });

  const skip = hasKubectl ? false : 'not installed: kubectl';
  test(`All of ${overlay} has a namespace once it is rendered, and nothing is forbidden`, {
    skip,
  }, () => {
    const objects = rendered[index] ?? [];
    assert.ok(objects.length > base.length);
    assert.deepEqual(policyProblems(objects), []);
    const unnamed = objects.filter(
      ({ kind, metadata }) => kind !== 'Namespace' && !metadata.namespace,
    );
    assert.deepEqual(unnamed.map(nameOf), []);
  });

  test(`The overlay ${overlay} names every file, and a version of every image of ours`, () => {
    const { resources, images } = parse(read(`overlays/${overlay}/kustomization.yaml`));
    const files = globSync('!(kustomization).yaml', {
      cwd: join(deployFolder, 'overlays', overlay),
    });
    assert.deepEqual(resources.toSorted(), ['../../base', ...files].sort());
    const objects = [...base, ...objectsIn(`overlays/${overlay}`)];
    const used = objects.flatMap(
      ({ spec }) => spec?.template?.spec?.containers.map(({ image = '' }) => image) ?? [],
    );
    const ours = [...new Set(used)].filter((image) => /^kargo\/[\w-]+$/.test(image));
    assert.deepEqual(images.map(({ name }: { name: string }) => name).sort(), ours.sort());
    for (const { newTag } of images) assert.match(newTag, /^(local|\d+\.\d+\.\d+)$/);
  });

  test(`The programs know every variable of the overlay ${overlay}`, () => {
    const known = { ...ApiEnv.properties, ...JobEnv.properties, ...GatewayEnv.properties };
    const site = parseEnv(read(`overlays/${overlay}/site.env`));
    assert.deepEqual(
      Object.keys(site).filter((name) => !(name in known)),
      [],
    );
  });
}

const broken: [string, string, (object: KubernetesObject) => unknown][] = [
  ['runs as root', 'Deployment api', (it) => Object.assign(security(it), { runAsNonRoot: false })],
  ['runs as root', 'Job migrate', (it) => Object.assign(security(it), { runAsUser: 0 })],
  ['has a token', 'Deployment api', (it) => delete podOf(it).automountServiceAccountToken],
  ['shares a namespace', 'Deployment api', (it) => Object.assign(podOf(it), { hostNetwork: true })],
  [
    'reads the disk',
    'Deployment api',
    (it) => podOf(it).volumes?.push({ name: 'disk', hostPath: { path: '/' } }),
  ],
  ['has no limits', 'Deployment api', (it) => delete containerOf(it).resources?.limits],
  [
    'runs the latest',
    'Deployment api',
    (it) => Object.assign(containerOf(it), { image: 'a:latest' }),
  ],
  [
    'of no version',
    'Deployment api',
    (it) => Object.assign(containerOf(it), { image: 'postgres' }),
  ],
  ['can write', 'Deployment api', (it) => delete containerOf(it).securityContext],
  [
    'loses the log of a failure',
    'Job migrate',
    (it) => Object.assign(podOf(it), { restartPolicy: 'OnFailure' }),
  ],
  ['is not probed', 'Deployment gateway', (it) => delete containerOf(it).readinessProbe],
  [
    'opens 9229 for nobody',
    'Deployment api',
    (it) => containerOf(it).ports?.push({ name: 'inspect', containerPort: 9229 }),
  ],
  [
    'has a secret written',
    'Deployment api',
    (it) => containerOf(it).env?.push({ name: 'STRIPE_SECRET_KEY', value: 'sk_live_1' }),
  ],
  [
    'has a secret written',
    'Deployment gateway',
    (it) =>
      containerOf(it).env?.push({ name: 'KARGO_NOTIFY_URL', value: 'https://chat.example/1' }),
  ],
  [
    'reads the secret publisher-shell',
    'Job publish-auth',
    (it) => containerOf(it).envFrom?.push({ secretRef: { name: 'publisher-shell' } }),
  ],
  [
    'reads the secret postgres-app',
    'Deployment api',
    (it) => containerOf(it).envFrom?.push({ secretRef: { name: 'postgres-app' } }),
  ],
  [
    'reads the secret gateway',
    'Job migrate',
    (it) => podOf(it).volumes?.push({ name: 'key', secret: { secretName: 'gateway' } }),
  ],
  [
    'can write',
    'Job migrate',
    (it) => Object.assign(podOf(it), { initContainers: [{ name: 'first', image: 'a:1' }] }),
  ],
  [
    'opens a port of its node',
    'Service gateway',
    (it) => Object.assign(it.spec ?? {}, { type: 'NodePort' }),
  ],
  [
    'opens the port of operators to others',
    'Service api',
    (it) =>
      Object.assign(it.spec ?? {}, {
        ports: [
          { port: 8080, targetPort: 'http' },
          { port: 3012, targetPort: 'operators' },
        ],
      }),
  ],
  ['is a secret', 'Service gateway', (it) => Object.assign(it, { kind: 'Secret' })],
];

for (const [problem, name, breakIt] of broken) {
  test(`A ${name} that ${problem} is refused`, () => {
    const objects = structuredClone(base);
    breakIt(find(name, objects));
    const problems = policyProblems(objects);
    assert.ok(
      problems.some((it) => it.includes(problem)),
      problems.join('\n'),
    );
  });
}

test('Every app has a job that publishes it with a key of its own', () => {
  for (const { name, folder } of apps) {
    const { image, env } = containerOf(find(`Job publish-${name}`));
    assert.equal(image, `kargo/${folder}`);
    // The next `apply` would create a deleted job, which would publish again.
    assert.equal(find(`Job publish-${name}`).spec?.ttlSecondsAfterFinished, undefined);
    assert.equal(env?.[0]?.valueFrom?.secretKeyRef?.name, `publisher-${name}`);
  }
});

function security(object: KubernetesObject) {
  return podOf(object).securityContext ?? {};
}
