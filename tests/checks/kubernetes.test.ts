import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { root } from '@kargo/commands/settings';
import { Variables as GatewayEnv } from '@kargo/gateway/env';
import { Env as ApiEnv, JobEnv } from 'api/src/env.ts';
import { type KubernetesObject, nameOf, readObjects, schemaProblems } from 'deploy/objects';
import { policyProblems } from 'deploy/policy';
import { parse } from 'yaml';
import { composeFile, localVariables } from './compose-file.ts';

// Checks of the files before an overlay changes them, and where kubectl is installed of what it makes of them.

const deploy = join(root, 'platform/deploy');
const read = (file: string) => readFileSync(join(deploy, file), 'utf8');
const objectsIn = (folder: string) =>
  globSync('*.yaml', { cwd: join(deploy, folder), exclude: ['kustomization.yaml'] }).flatMap(
    (file) => readObjects(read(join(folder, file))),
  );
const base = objectsIn('base');
const overlays = ['local', 'production'] as const;
const hasKubectl = !spawnSync('kubectl').error;
const rendered = (overlay: string) =>
  readObjects(
    execFileSync('kubectl', ['kustomize', join(deploy, 'overlays', overlay)], { encoding: 'utf8' }),
  );
const find = (name: string, objects = base): KubernetesObject => {
  const object = objects.find((it) => nameOf(it) === name);
  assert.ok(object, name);
  return object;
};

test('Every object satisfies the schema of Kubernetes', async () => {
  const all = ['base', 'overlays/local', 'overlays/production'].flatMap(objectsIn);
  if (hasKubectl) all.push(...overlays.flatMap(rendered));
  assert.ok(all.length > 40);
  assert.deepEqual(await schemaProblems(all), []);
  const typo = structuredClone(find('Deployment api'));
  Object.assign(typo.spec?.template?.spec?.containers[0] ?? {}, { readinesProbe: {} });
  assert.match(`${await schemaProblems([typo])}`, /^Deployment api: .*readinesProbe/);
  assert.match(`${await schemaProblems([{ ...typo, kind: 'Deploiment' }])}`, /no such kind/);
});

for (const overlay of overlays) {
  test(`Nothing of base and ${overlay} is forbidden`, () => {
    assert.deepEqual(policyProblems([...base, ...objectsIn(`overlays/${overlay}`)]), []);
  });

  const skip = hasKubectl ? false : 'not installed: kubectl';
  test(`All of ${overlay} has a namespace once it is rendered, and nothing is forbidden`, {
    skip,
  }, () => {
    const objects = rendered(overlay);
    assert.ok(objects.length > base.length);
    assert.deepEqual(policyProblems(objects), []);
    const unnamed = objects.filter(
      ({ kind, metadata }) => kind !== 'Namespace' && !metadata.namespace,
    );
    assert.deepEqual(unnamed.map(nameOf), []);
  });

  test(`The overlay ${overlay} names every file, and a version of every image of ours`, () => {
    const { resources, images } = parse(read(`overlays/${overlay}/kustomization.yaml`));
    const files = globSync('*.yaml', {
      cwd: join(deploy, 'overlays', overlay),
      exclude: ['kustomization.yaml'],
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
  ['has a token', 'Deployment api', (it) => delete pod(it).automountServiceAccountToken],
  ['shares a namespace', 'Deployment api', (it) => Object.assign(pod(it), { hostNetwork: true })],
  [
    'reads the disk',
    'Deployment api',
    (it) => pod(it).volumes?.push({ name: 'disk', hostPath: { path: '/' } }),
  ],
  ['has no limits', 'Deployment api', (it) => delete container(it).resources?.limits],
  [
    'runs the latest',
    'Deployment api',
    (it) => Object.assign(container(it), { image: 'a:latest' }),
  ],
  ['of no version', 'Deployment api', (it) => Object.assign(container(it), { image: 'postgres' })],
  ['can write', 'Deployment api', (it) => delete container(it).securityContext],
  [
    'loses the log of a failure',
    'Job migrate',
    (it) => Object.assign(pod(it), { restartPolicy: 'OnFailure' }),
  ],
  ['is not probed', 'Deployment gateway', (it) => delete container(it).readinessProbe],
  [
    'opens 9229 for nobody',
    'Deployment api',
    (it) => container(it).ports?.push({ name: 'inspect', containerPort: 9229 }),
  ],
  [
    'has a secret written',
    'Deployment api',
    (it) => container(it).env?.push({ name: 'STRIPE_SECRET_KEY', value: 'sk_live_1' }),
  ],
  [
    'has a secret written',
    'Deployment gateway',
    (it) => container(it).env?.push({ name: 'KARGO_NOTIFY_URL', value: 'https://chat.example/1' }),
  ],
  [
    'reads the secret publisher-shell',
    'Job publish-auth',
    (it) => container(it).envFrom?.push({ secretRef: { name: 'publisher-shell' } }),
  ],
  [
    'reads the secret postgres-app',
    'Deployment api',
    (it) => container(it).envFrom?.push({ secretRef: { name: 'postgres-app' } }),
  ],
  [
    'reads the secret gateway',
    'Job migrate',
    (it) => pod(it).volumes?.push({ name: 'key', secret: { secretName: 'gateway' } }),
  ],
  [
    'can write',
    'Job migrate',
    (it) => Object.assign(pod(it), { initContainers: [{ name: 'first', image: 'a:1' }] }),
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
    const { image, env } = container(find(`Job publish-${name}`));
    assert.equal(image, `kargo/${folder}`);
    assert.equal(env?.[0]?.valueFrom?.secretKeyRef?.name, `publisher-${name}`);
  }
});

interface Selector {
  matchLabels?: Record<string, string>;
}
interface Rule {
  from?: { podSelector?: Selector; namespaceSelector?: Selector }[];
  ports?: { port: number }[];
}

for (const [pod, callers] of Object.entries({
  api: [
    'app.kubernetes.io/name: gateway at 8080',
    'kubernetes.io/metadata.name: monitoring at 3012',
  ],
  postgres: ['app.kubernetes.io/name: api at 5432', 'app.kubernetes.io/name: migrate at 5432'],
})) {
  test(`Only ${callers.length} callers reach ${pod}`, () => {
    assert.deepEqual(find('NetworkPolicy deny-all').spec, {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const { ingress } = find(`NetworkPolicy ${pod}`).spec as { ingress: Rule[] };
    const allowed = ingress.flatMap(({ from = [], ports = [] }) =>
      from.map(({ podSelector, namespaceSelector }) => {
        const { matchLabels = {} } = podSelector ?? namespaceSelector ?? {};
        const labels = Object.entries(matchLabels).map((label) => label.join(': '));
        return `${labels} at ${ports.map(({ port }) => port)}`;
      }),
    );
    assert.deepEqual(allowed, callers);
    const others = [...base, ...objectsIn('overlays/production')].filter(
      ({ kind, metadata, spec }) =>
        kind === 'NetworkPolicy' &&
        !['deny-all', 'dns', pod].includes(metadata.name) &&
        spec?.ingress &&
        JSON.stringify(spec.podSelector).includes(`"${pod}"`),
    );
    assert.deepEqual(others.map(nameOf), []);
  });
}

test('What is for operators at a gateway is reached from the namespace monitoring alone', () => {
  const { ingress } = find('NetworkPolicy gateway').spec as { ingress: object[] };
  const fromNamespace = (name: string, port: number) => ({
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } }],
    ports: [{ port }],
  });
  assert.deepEqual(ingress, [fromNamespace('ingress', 8080), fromNamespace('monitoring', 3002)]);
});

test('The overlay local has the keys of the local profile of compose', () => {
  const { secretGenerator } = parse(read('overlays/local/kustomization.yaml')) as {
    secretGenerator: { name: string; literals: string[] }[];
  };
  for (const { name } of apps) {
    const secret = secretGenerator.find((it) => it.name === `publisher-${name}`);
    const key = localVariables[`PUBLISHER_KEY_${name.toUpperCase()}`];
    assert.deepEqual(secret?.literals, [`PUBLISHER_KEY=${key}`]);
  }
  const { PUBLISHERS } = parseEnv(read('overlays/local/releases.env'));
  assert.equal(PUBLISHERS, localVariables.PUBLISHERS);
});

test('The gateway of the overlay local may do with the releases what that of compose may', () => {
  const { configs } = composeFile(localVariables);
  assert.deepEqual(
    JSON.parse(read('overlays/local/readers.json')),
    JSON.parse(configs.readers?.content ?? ''),
  );
});

test('Images from elsewhere have the versions of docker-compose.yml', () => {
  const { services } = composeFile(localVariables);
  const known = Object.values(services).map(({ image }) => image);
  for (const { spec } of objectsIn('overlays/local')) {
    for (const { image = '' } of spec?.template?.spec?.containers ?? []) {
      if (!/^kargo\//.test(image)) assert.ok(known.includes(image), image);
    }
  }
});

function pod({ spec }: KubernetesObject) {
  assert.ok(spec?.template?.spec);
  return spec.template.spec;
}
function security(object: KubernetesObject) {
  return pod(object).securityContext ?? {};
}
function container(object: KubernetesObject) {
  const [first] = pod(object).containers;
  assert.ok(first);
  return first;
}
