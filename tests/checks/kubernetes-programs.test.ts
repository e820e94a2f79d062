import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { root } from '@kargo/commands/settings';
import { Variables as GatewayEnv, readEnv as readGatewayEnv } from '@kargo/gateway/env';
import { Env as ApiEnv, JobEnv, readEnv as readApiEnv, readJobEnv } from 'api/src/env.ts';
import { parse } from 'yaml';
import { composeFile, requiredVariables } from './compose-file.ts';
import {
  base,
  containerOf,
  find,
  objectsIn,
  overlays,
  podOf,
  type Rule,
  read,
  secretGenerator,
  sourceOf,
} from './kubernetes-files.ts';

const { env: imageEnv = '' } =
  /^FROM runtime AS program$\s+ENV (?<env>.*)$/m.exec(sourceOf('Dockerfile'))?.groups ?? {};
const programEnv: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  ...parseEnv(imageEnv.replaceAll(' ', '\n')),
};
/** Secrets that operators make, as docs/operations.md says, with sample values. */
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
    // The API sends no mail for example hosts.
    site: parseEnv(read(`overlays/${overlay}/site.env`).replaceAll('@kargo.', '@site.')),
    releases: {
      ...parseEnv(read(`overlays/${overlay}/releases.env`)),
      ...(!isLocal && { PUBLISHERS: requiredVariables.PUBLISHERS }),
    },
  };
  const secrets = isLocal ? generatedSecrets() : madeSecrets;
  const environmentOf = (name: string) => {
    const { env = [], envFrom = [] } = containerOf(
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
    // Traefik keeps unused connections for 90 s.
    if (!isLocal) assert.ok(gateway.KEEP_ALIVE_SECONDS > 90);
    readJobEnv(environmentOf('Job migrate'));
    if (!isLocal) return;
    readApiEnv(environmentOf('Job seed'));
    readJobEnv(environmentOf('Job seed'));
  });

  test(`Servers of base and ${overlay} trust proxies with addresses from inside`, () => {
    const [shared] = /100\.[\d./]+/.exec(read('overlays/production/network-policies.yaml')) ?? [];
    const trusted = [readApiEnv(environmentOf('Deployment api')).TRUST_PROXY];
    if (!isLocal)
      trusted.push(`${readGatewayEnv(environmentOf('Deployment gateway')).TRUST_PROXY}`);
    for (const ranges of trusted) assert.equal(ranges, `uniquelocal,${shared}`);
  });

  for (const name of ['api', 'gateway']) {
    test(`With base and ${overlay} the ${name} has time to finish open requests when it stops`, () => {
      const { SHUTDOWN_DELAY_SECONDS } =
        name === 'api'
          ? readApiEnv(environmentOf('Deployment api'))
          : readGatewayEnv(environmentOf('Deployment gateway'));
      const source = { api: 'api/src/server.ts', gateway: 'platform/gateway/src/limits.ts' }[name];
      const [, finishMs = ''] = /const finishMs = ([\d_]+);/.exec(sourceOf(`${source}`)) ?? [];
      const openS = Number(finishMs.replace('_', '')) / 1000;
      assert.ok(openS > 0);
      const { terminationGracePeriodSeconds } = podOf(find(`Deployment ${name}`));
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
    const { env = [] } = containerOf(find(name, [...base, ...objectsIn('overlays/local')]));
    // The bucket client reads these.
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
    const { ports, env = [], ...probed } = containerOf(find(`Deployment ${name}`));
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

test('The service account of Firebase, if any, is mounted at the API where compose mounts it', () => {
  const { volumeMounts = [] } = containerOf(find('Deployment api'));
  const { name, mountPath } = volumeMounts.find((it) => it.readOnly) ?? {};
  const volume = podOf(find('Deployment api')).volumes?.find((it) => it.name === name);
  assert.deepEqual(volume?.secret, { secretName: 'firebase-admin', optional: true });
  const set = { ...requiredVariables, GOOGLE_APPLICATION_CREDENTIALS: './account.json' };
  const file = composeFile(set).services.api?.environment?.GOOGLE_APPLICATION_CREDENTIALS;
  assert.equal(file, `${mountPath}/firebase-admin.json`);
  const told = sourceOf('docs/operations.md').split('## Kubernetes')[1] ?? '';
  assert.ok(told.includes(`GOOGLE_APPLICATION_CREDENTIALS=${file}`));
});

test('The program of a job is in its image', () => {
  for (const name of ['migrate', 'seed']) {
    const { image, args = [] } = containerOf(
      find(`Job ${name}`, [...base, ...objectsIn('overlays/local')]),
    );
    assert.equal(image, 'kargo/api');
    assert.ok(existsSync(join(root, 'api', `${args[0]}`)));
  }
});

/** By name, as the local overlay makes them. */
function generatedSecrets(): Secrets {
  return Object.fromEntries(
    secretGenerator.map(({ name, literals }) => [
      name,
      Object.fromEntries(literals.map((it) => it.split(/=(.*)/s).slice(0, 2))),
    ]),
  );
}
