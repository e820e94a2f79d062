import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { root } from '@kargo/commands/settings';
import { Variables as GatewayEnv, readEnv as readGatewayEnv } from '@kargo/gateway/env';
import { maxUploadFormBytes } from '@kargo/shared-types/forms/limits';
import { Env as ApiEnv, JobEnv, readEnv as readApiEnv, readJobEnv } from 'api/src/env.ts';
import { type KubernetesObject, nameOf, readObjects, schemaProblems } from 'deploy/objects';
import { policyProblems } from 'deploy/policy';
import { parse } from 'yaml';
import { composeFile, localVariables, requiredVariables } from './compose-file.ts';

// Checks of the files before an overlay changes them, and where kubectl is installed of what it makes of them.

const deploy = join(root, 'platform/deploy');
const read = (file: string) => readFileSync(join(deploy, file), 'utf8');
const objectsIn = (folder: string) =>
  globSync('!(kustomization).yaml', { cwd: join(deploy, folder) }).flatMap((file) =>
    readObjects(read(join(folder, file))),
  );
const base = objectsIn('base');
const overlays = ['local', 'production'] as const;
const hasKubectl = !spawnSync('kubectl').error;
const rendered = (overlay: string) =>
  readObjects(
    execFileSync('kubectl', ['kustomize', join(deploy, 'overlays', overlay)], { encoding: 'utf8' }),
  );
const { secretGenerator } = parse(read('overlays/local/kustomization.yaml')) as {
  secretGenerator: { name: string; literals: string[] }[];
};
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
    const files = globSync('!(kustomization).yaml', { cwd: join(deploy, 'overlays', overlay) });
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

const production = [...base, ...objectsIn('overlays/production')];
const { env: imageEnv = '' } =
  /^FROM runtime AS program$\s+ENV (?<env>.*)$/m.exec(sourceOf('Dockerfile'))?.groups ?? {};
const programEnv: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  ...parseEnv(imageEnv.replaceAll(' ', '\n')),
};
/** Secrets that docs/operations.md has operators make, with sample values. */
const madeSecrets: Secrets = {
  gateway: { GATEWAY_SECRET: 'a-gateway-secret-of-32-characters' },
  'postgres-app': { uri: 'postgresql://kargo:owner@postgres-rw.kargo:5432/kargo' },
  'postgres-api': { uri: 'postgresql://kargo_api:api@postgres-rw.kargo:5432/kargo' },
  files: { AWS_ACCESS_KEY_ID: 'files', AWS_SECRET_ACCESS_KEY: 'files-secret' },
  'releases-reader': { AWS_ACCESS_KEY_ID: 'reader', AWS_SECRET_ACCESS_KEY: 'reader-secret' },
  api: {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SMTP_URL: 'smtps://user:password@mail.example',
  },
};
type Secrets = Record<string, Record<string, string | undefined>>;

for (const overlay of overlays) {
  const isLocal = overlay === 'local';
  const configs: Secrets = {
    // With another host, because the API sends no mail for an example one.
    site: parseEnv(read(`overlays/${overlay}/site.env`).replaceAll('@kargo.', '@site.')),
    releases: {
      ...parseEnv(read(`overlays/${overlay}/releases.env`)),
      ...(!isLocal && { PUBLISHERS: requiredVariables.PUBLISHERS }),
    },
  };
  const secrets = isLocal ? generatedSecrets() : madeSecrets;
  const environmentOf = (name: string) => {
    const { env = [], envFrom = [] } = container(
      find(name, [...base, ...objectsIn(`overlays/${overlay}`)]),
    );
    return Object.assign(
      { ...programEnv },
      ...envFrom.map(({ configMapRef, secretRef }) => {
        const given = configs[configMapRef?.name ?? ''] ?? secrets[secretRef?.name ?? ''];
        assert.ok(given, `${name}: ${configMapRef?.name ?? secretRef?.name}`);
        return given;
      }),
      ...env.map(({ name, value, valueFrom: { secretKeyRef } = {} }) => {
        const { name: secret = '', key = '', optional } = secretKeyRef ?? {};
        const given = value ?? secrets[secret]?.[key];
        assert.ok(given !== undefined || optional, `${name} of ${secret}`);
        return { [name]: given };
      }),
    ) as NodeJS.ProcessEnv;
  };

  test(`The programs start with what base and ${overlay} give them`, () => {
    const api = readApiEnv(environmentOf('Deployment api'));
    const gateway = readGatewayEnv(environmentOf('Deployment gateway'));
    for (const { HOST, OPERATORS_HOST } of [api, gateway])
      assert.deepEqual([HOST, OPERATORS_HOST], ['0.0.0.0', '0.0.0.0']);
    assert.equal(gateway.GATEWAY_SECRET, api.GATEWAY_SECRET);
    assert.equal(api.NODE_ENV, isLocal ? 'development' : 'production');
    // Traefik keeps an unused connection for 90 s.
    if (!isLocal) assert.ok(gateway.KEEP_ALIVE_SECONDS > 90);
    readJobEnv(environmentOf('Job migrate'));
    if (!isLocal) return;
    readApiEnv(environmentOf('Job seed'));
    readJobEnv(environmentOf('Job seed'));
  });

  test(`Servers of base and ${overlay} believe those in front whose addresses count as inside`, () => {
    const [shared] = /100\.[\d./]+/.exec(read('overlays/production/network-policies.yaml')) ?? [];
    const trusted = [readApiEnv(environmentOf('Deployment api')).TRUST_PROXY];
    if (!isLocal)
      trusted.push(`${readGatewayEnv(environmentOf('Deployment gateway')).TRUST_PROXY}`);
    for (const ranges of trusted) assert.equal(ranges, `uniquelocal,${shared}`);
  });

  for (const name of ['api', 'gateway']) {
    test(`With base and ${overlay} the ${name} has time to answer what is open when it stops`, () => {
      const { SHUTDOWN_DELAY_SECONDS } =
        name === 'api'
          ? readApiEnv(environmentOf('Deployment api'))
          : readGatewayEnv(environmentOf('Deployment gateway'));
      const source = { api: 'api/src/server.ts', gateway: 'platform/gateway/src/limits.ts' }[name];
      const [, finishMs = ''] = /const finishMs = ([\d_]+);/.exec(sourceOf(`${source}`)) ?? [];
      const openS = Number(finishMs.replace('_', '')) / 1000;
      assert.ok(openS > 0);
      const { terminationGracePeriodSeconds } = pod(find(`Deployment ${name}`));
      assert.ok(Number(terminationGracePeriodSeconds) >= SHUTDOWN_DELAY_SECONDS + openS + 5);
    });
  }
}

for (const [name, properties] of Object.entries({
  'Deployment api': ApiEnv.properties,
  'Deployment gateway': GatewayEnv.properties,
  'Job migrate': JobEnv.properties,
  'Job seed': { ...ApiEnv.properties, ...JobEnv.properties },
})) {
  test(`${name} sets no variable that its program does not read`, () => {
    const { env = [] } = container(find(name, [...base, ...objectsIn('overlays/local')]));
    // Read by the client of buckets.
    const own = env.filter((it) => name !== 'Deployment gateway' || !it.name.startsWith('AWS_'));
    assert.deepEqual(
      own.filter((it) => !(it.name in properties)).map((it) => it.name),
      [],
    );
  });
}

for (const [name, routes] of Object.entries({
  api: 'api/src/health/routes.ts',
  gateway: 'platform/gateway/src/app.ts',
})) {
  test(`Probes, services and policies know the ports and paths of the ${name}`, () => {
    const { ports, env = [], ...probed } = container(find(`Deployment ${name}`));
    const operators = Number(env.find((it) => it.name === 'OPERATORS_PORT')?.value);
    assert.deepEqual(ports, [
      { name: 'http', containerPort: Number(programEnv.PORT) },
      { name: 'operators', containerPort: operators },
    ]);
    const { startupProbe, readinessProbe, livenessProbe } = probed;
    const paths = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet);
    assert.deepEqual(paths, [
      { path: '/healthz', port: 'http' },
      { path: '/readyz', port: 'http' },
      { path: '/healthz', port: 'http' },
    ]);
    for (const path of ['/healthz', '/readyz'])
      assert.ok(sourceOf(routes).includes(`app.get('${path}'`), path);
    const { ingress } = find(`NetworkPolicy ${name}`).spec as { ingress: Rule[] };
    const open = ingress.flatMap((rule) => rule.ports?.map(({ port }) => port));
    assert.deepEqual(
      open,
      ports?.map(({ containerPort }) => containerPort),
    );
    const address = new URL(
      env.find((it) => it.name === 'API_URL')?.value ?? `http://${name}:${programEnv.PORT}`,
    );
    const { spec } = find(`Service ${address.hostname}`);
    assert.deepEqual(spec?.ports, [
      { name: 'http', port: Number(address.port), targetPort: 'http' },
    ]);
  });
}

test('Prometheus looks for the operators’ ports of production', () => {
  const { scrape_configs: jobs } = parse(read('monitoring/prometheus.yaml'));
  const [{ source_labels: labels, regex }] = jobs[0].relabel_configs;
  assert.deepEqual(labels, ['__meta_kubernetes_pod_container_port_name']);
  assert.equal(regex, 'operators');
  const { namespace } = parse(read('overlays/production/kustomization.yaml'));
  assert.deepEqual(jobs[0].kubernetes_sd_configs[0].namespaces.names, [namespace]);
});

test('A gateway’s copies of releases fill its volume by two thirds at most', () => {
  const state = pod(find('Deployment gateway')).volumes?.find(({ name }) => name === 'state');
  const [, gib] = /^(\d+)Gi$/.exec(`${state?.emptyDir?.sizeLimit}`) ?? [];
  assert.ok(readGatewayEnv({}).RELEASES_CACHE_BYTES * 1.5 < Number(gib) * 1024 ** 3);
});

test('All APIs of a rolling update have connections left in Postgres', () => {
  const { maxReplicas } = find('HorizontalPodAutoscaler api').spec as { maxReplicas: number };
  const [, max] =
    /connectionString: databaseUrl, max: (\d+)/.exec(sourceOf('api/src/database/connect.ts')) ?? [];
  const [, allowed] = /max_connections: "(\d+)"/.exec(sourceOf('docs/operations.md')) ?? [];
  assert.ok(Number(max) > 0);
  // Those that stop have theirs until they end.
  assert.ok(Number(max) * maxReplicas * 2 < Number(allowed));
});

test('The service account of Firebase is mounted at the API if there is one, where compose does', () => {
  const { volumeMounts = [] } = container(find('Deployment api'));
  const { name, mountPath } = volumeMounts.find((it) => it.readOnly) ?? {};
  const volume = pod(find('Deployment api')).volumes?.find((it) => it.name === name);
  assert.deepEqual(volume?.secret, { secretName: 'firebase-admin', optional: true });
  const set = { ...requiredVariables, GOOGLE_APPLICATION_CREDENTIALS: './account.json' };
  const file = composeFile(set).services.api?.environment?.GOOGLE_APPLICATION_CREDENTIALS;
  assert.equal(file, `${mountPath}/firebase-admin.json`);
  const told = sourceOf('docs/operations.md').split('## Kubernetes')[1] ?? '';
  assert.ok(told.includes(`GOOGLE_APPLICATION_CREDENTIALS=${file}`));
});

test('Memory is enough for what an hour of use measured, and at an API for what is uploaded and decoded at once', () => {
  const measured = /the gateway had (\d+) MB, an API (\d+)/.exec(sourceOf('docs/proof.md')) ?? [];
  const mebibytes = (name: string, kind: 'requests' | 'limits') =>
    Number(/^(\d+)Mi$/.exec(`${container(find(name)).resources?.[kind]?.memory}`)?.[1]);
  const [, gatewayMb = Number.NaN, apiMb = Number.NaN] = measured.map(Number);
  assert.ok(mebibytes('Deployment gateway', 'requests') > gatewayMb);
  assert.ok(mebibytes('Deployment api', 'requests') > apiMb);
  const [, decoded] = /maxAtOnce = (\d+);/.exec(sourceOf('api/src/uploads/picture.ts')) ?? [];
  const [, decodeMb] =
    /(\d+) MB in total/.exec(sourceOf('api/src/uploads/decode-in-child.ts')) ?? [];
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

test('What a job runs is in its image', () => {
  for (const name of ['migrate', 'seed']) {
    const { image, args = [] } = container(
      find(`Job ${name}`, [...base, ...objectsIn('overlays/local')]),
    );
    assert.equal(image, 'kargo/api');
    assert.ok(existsSync(join(root, 'api', `${args[0]}`)));
  }
});

test('Stand-ins of the overlay local run the commands of the local profile of compose', () => {
  const { services } = composeFile(localVariables);
  for (const name of ['local-services', 'releases', 'storage', 'seed']) {
    const { args } = container(
      objectsIn('overlays/local').find(
        ({ kind, metadata }) => metadata.name === name && /^(Deployment|Job)$/.test(kind),
      ) ?? find(name),
    );
    assert.ok(args, name);
    assert.deepEqual(args, services[name]?.command, name);
  }
});

test('What leads outside of production leads to no address inside', () => {
  const inside = [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.168.0.0/16',
  ];
  const to = [
    { ipBlock: { cidr: '0.0.0.0/0', except: inside } },
    { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } },
  ];
  const https = { egress: [{ to, ports: [{ port: 443 }] }] };
  const mail = { egress: [{ to, ports: [{ port: 465 }, { port: 587 }] }] };
  for (const [name, expected] of Object.entries({
    outside: https,
    'publishers-outside': https,
    mail,
  })) {
    const { egress } = find(`NetworkPolicy ${name}`, production).spec ?? {};
    assert.deepEqual({ egress }, expected);
  }
});

test('Postgres alone, which asks the API of Kubernetes, reaches any address, at the ports of that', () => {
  const anywhere = production.flatMap(({ kind, metadata, spec }) => {
    const { egress = [] } = (kind === 'NetworkPolicy' ? spec : {}) as {
      egress?: { to?: object[]; ports?: { port: number }[] }[];
    };
    const open = egress.filter(({ to }) => !to);
    return open.map(({ ports = [] }) => `${metadata.name}: ${ports.map(({ port }) => port)}`);
  });
  assert.deepEqual(anywhere, ['postgres-instances: 443,6443']);
});

test('Who proves to a certificate’s authority that the host is ours can be reached', () => {
  const { spec } = find('NetworkPolicy certificate', production);
  const labels = { 'acme.cert-manager.io/http01-solver': 'true' };
  assert.deepEqual(spec?.podSelector, { matchLabels: labels });
  const { ingress } = find('NetworkPolicy gateway').spec as { ingress: Rule[] };
  assert.deepEqual(spec?.ingress, [{ from: ingress[0]?.from, ports: [{ port: 8089 }] }]);
});

test('Volumes that end with a pod keep no autoscaler from removing its node', () => {
  for (const name of ['Deployment api', 'Deployment gateway']) {
    const volumes = pod(find(name)).volumes?.filter(({ emptyDir }) => emptyDir) ?? [];
    const { annotations } = find(name).spec?.template?.metadata ?? {};
    assert.deepEqual(annotations, {
      'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': volumes
        .map((volume) => volume.name)
        .join(),
    });
  }
});

test('A node can be emptied while what runs there is not ready', () => {
  for (const name of ['api', 'gateway'])
    assert.equal(
      find(`PodDisruptionBudget ${name}`).spec?.unhealthyPodEvictionPolicy,
      'AlwaysAllow',
    );
});

test('Every app has a job that publishes it with a key of its own', () => {
  for (const { name, folder } of apps) {
    const { image, env } = container(find(`Job publish-${name}`));
    assert.equal(image, `kargo/${folder}`);
    // A job that is deleted is created by the next `apply`, and publishes again.
    assert.equal(find(`Job publish-${name}`).spec?.ttlSecondsAfterFinished, undefined);
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
  api: {
    api: [
      'app.kubernetes.io/name: gateway at 8080',
      'kubernetes.io/metadata.name: monitoring at 3012',
    ],
  },
  postgres: {
    postgres: ['app.kubernetes.io/name: api at 5432', 'app.kubernetes.io/name: migrate at 5432'],
    'postgres-instances': [
      'cnpg.io/cluster: postgres at 5432,8000',
      'kubernetes.io/metadata.name: cnpg-system at 5432,8000',
    ],
  },
})) {
  test(`Only callers that are named here reach ${pod}`, () => {
    assert.deepEqual(find('NetworkPolicy deny-all').spec, {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const policies = production.filter(
      ({ kind, metadata, spec }) =>
        kind === 'NetworkPolicy' &&
        !['deny-all', 'dns'].includes(metadata.name) &&
        spec?.ingress &&
        JSON.stringify(spec.podSelector).includes(`"${pod}"`),
    );
    const allowed = policies.map(({ metadata, spec }) => [
      metadata.name,
      (spec as { ingress: Rule[] }).ingress.flatMap(({ from = [], ports = [] }) =>
        from.map(({ podSelector, namespaceSelector }) => {
          const { matchLabels = {} } = podSelector ?? namespaceSelector ?? {};
          const labels = Object.entries(matchLabels).map((label) => label.join(': '));
          return `${labels} at ${ports.map(({ port }) => port)}`;
        }),
      ),
    ]);
    assert.deepEqual(Object.fromEntries(allowed), callers);
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
  for (const { name } of apps) {
    const secret = secretGenerator.find((it) => it.name === `publisher-${name}`);
    const key = localVariables[`PUBLISHER_KEY_${name.toUpperCase()}`];
    assert.deepEqual(secret?.literals, [`PUBLISHER_KEY=${key}`]);
  }
  const { PUBLISHERS } = parseEnv(read('overlays/local/releases.env'));
  assert.equal(PUBLISHERS, localVariables.PUBLISHERS);
});

test('Who may do what with the releases is the same in the overlay local and in compose', () => {
  const { configs } = composeFile(localVariables);
  const identities = JSON.parse(read('overlays/local/identities.json'));
  assert.deepEqual(identities, JSON.parse(configs.identities?.content ?? ''));
  for (const { name } of apps) {
    const secret = secretGenerator.find((it) => it.name === `releases-writer-${name}`);
    const own = identities.identities.find((it: { name: string }) => it.name === name);
    const [{ accessKey, secretKey }] = own.credentials;
    const literals = [`AWS_ACCESS_KEY_ID=${accessKey}`, `AWS_SECRET_ACCESS_KEY=${secretKey}`];
    assert.deepEqual(secret?.literals, literals);
  }
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

/** By name, as the overlay local makes them. */
function generatedSecrets(): Secrets {
  return Object.fromEntries(
    secretGenerator.map(({ name, literals }) => [
      name,
      Object.fromEntries(literals.map((it) => it.split(/=(.*)/s).slice(0, 2))),
    ]),
  );
}

function sourceOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

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
