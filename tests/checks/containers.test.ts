import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { root } from '@kargo/commands/settings';
import { readEnv as readGatewayEnv } from '@kargo/gateway/env';
import { endedFolder } from '@kargo/release-log/log/ended-canary';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { migrateCommand } from 'api/src/database/migrator.ts';
import { readEnv as readApiEnv } from 'api/src/env.ts';
import composeverter from 'composeverter';
import { stripeKeys } from 'local-services/stripe-keys';
import { stringify } from 'yaml';
import { composeFile, localVariables, requiredVariables } from './compose-file.ts';

// Checks that need no container engine. `pnpm proof containers` builds and runs the containers.

const { services, configs, networks: declared } = composeFile(requiredVariables);
const ours = Object.entries(services).filter(([, { build }]) => build);
const publishers = ours.filter(([, { build }]) => build?.target === 'publisher');

for (const [name, variables] of Object.entries({ requiredVariables, localVariables })) {
  test(`docker-compose.yml with ${name} satisfies the compose specification`, () => {
    const content = stringify(composeFile(variables));
    assert.deepEqual(composeverter.validateDockerComposeToCommonSpec(content), []);
  });
}

test('The command that the API names for pending migrations is the one that its container runs', () => {
  assert.match(migrateCommand, RegExp(`the command \`${services.migrate?.command?.join(' ')}\``));
});

for (const name of Object.keys(requiredVariables)) {
  test(`${name} has no default`, () => {
    assert.throws(() => composeFile({ ...requiredVariables, [name]: '' }), { message: /set it/ });
  });
}

for (const [name, service] of ours) {
  test(`The container of ${name} is read-only, and ${name} cannot gain privileges in it`, () => {
    assert.equal(service.read_only, true);
    assert.deepEqual(service.cap_drop, ['ALL']);
    assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
  });
}

test('Every app has an image that publishes it, and `up --wait` waits for that', () => {
  const folders = apps.map(({ folder }) => folder).sort();
  assert.deepEqual(publishers.map(([, { build }]) => build?.args.FOLDER).sort(), folders);
  // To compose, a container that ends has failed, unless another one waits for its end.
  const waits = services.gateway?.depends_on ?? {};
  const ending = [...publishers.map(([name]) => name), 'seed'];
  assert.deepEqual(Object.keys(waits).sort(), ending.sort());
  for (const { condition } of Object.values(waits)) {
    assert.equal(condition, 'service_completed_successfully');
  }
});

for (const { name: app, folder } of apps) {
  test(`The publisher of ${app} signs with its own key, and reaches only the release store`, () => {
    const service = services[folder];
    assert.deepEqual(service?.networks, ['releases']);
    assert.equal(service?.volumes, undefined);
    const reachable = Object.keys(services).filter((name) =>
      services[name]?.networks?.includes('releases'),
    );
    const folders = apps.map((it) => it.folder);
    assert.deepEqual(reachable.sort(), ['releases', ...folders].sort());
    const key = JSON.parse(`${service?.environment?.PUBLISHER_KEY}`);
    assert.deepEqual(key.apps, [app]);
    const knowing = Object.keys(services).filter((name) =>
      JSON.stringify(services[name]).includes(key.d),
    );
    assert.deepEqual(knowing, [folder]);
  });
}

test('Each publisher writes only below its own app, the gateway below ended/, and both read everything', () => {
  const { identities } = JSON.parse(configs.identities?.content ?? '');
  const writing: Record<string, string[]> = { gateway: [endedFolder] };
  for (const { name } of apps) writing[name] = [name, `pages/${name}`, `log/${name}`];
  const expected = [...apps, { name: 'gateway', folder: 'gateway' }].map(({ name, folder }) => {
    const { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey } =
      services[folder]?.environment ?? {};
    const actions = writing[name]?.map((it) => `Write:releases/${it}/*`) ?? [];
    const all = ['Read:releases', 'List:releases', ...actions];
    return { name, credentials: [{ accessKey, secretKey }], actions: all };
  });
  assert.deepEqual(identities, expected);
  for (const { credentials } of expected) {
    const { accessKey, secretKey } = credentials[0] ?? {};
    const knowing = Object.values(services).filter((service) =>
      JSON.stringify(service).includes(`${secretKey}`),
    );
    assert.ok(accessKey && secretKey);
    assert.equal(knowing.length, 1, 'whose it is');
  }
  const { command, environment } = services.releases ?? {};
  assert.ok(command?.includes('-s3.config=/etc/kargo/identities.json'));
  // With these, SeaweedFS would allow everything.
  assert.equal(environment?.AWS_SECRET_ACCESS_KEY, undefined);
});

test('The local profile has a key for each app, which production refuses', () => {
  const { keys } = JSON.parse(localVariables.PUBLISHERS ?? '') as { keys: { kid: string }[] };
  for (const { kid } of keys) assert.match(kid, /^not-secret-/);
  for (const { name } of apps) {
    const { d, ...rest } = JSON.parse(localVariables[`PUBLISHER_KEY_${name.toUpperCase()}`] ?? '');
    assert.ok(d);
    assert.deepEqual(rest.apps, [name]);
    assert.ok(keys.some((key) => isDeepStrictEqual(key, rest)));
  }
});

test('The gateway starts without a remote that cannot be published, but not without the shell', () => {
  const waits = services.gateway?.depends_on ?? {};
  const needed = Object.keys(waits).filter((name) => waits[name]?.required !== false);
  assert.deepEqual(needed, ['shell']);
  // One that restarts forever never ends, and the gateway would wait for it.
  for (const [, { restart }] of publishers) assert.equal(restart, 'on-failure:3');
});

test('The service account of Firebase is mounted where it is set, and nothing else is', () => {
  const file = '/etc/kargo/firebase-admin.json';
  const { volumes, environment } = services.api ?? {};
  assert.deepEqual(volumes, [`/dev/null:${file}:ro`]);
  assert.equal(environment?.GOOGLE_APPLICATION_CREDENTIALS, '');
  const { api } = composeFile({
    ...requiredVariables,
    GOOGLE_APPLICATION_CREDENTIALS: './service-account.json',
  }).services;
  assert.deepEqual(api?.volumes, [`./service-account.json:${file}:ro`]);
  assert.equal(api?.environment?.GOOGLE_APPLICATION_CREDENTIALS, file);
});

test('Stand-ins run only in the local profile', () => {
  const local = Object.keys(services).filter((name) => services[name]?.profiles);
  assert.deepEqual(local, ['mail', 'local-services', 'seed']);
  for (const name of local) assert.deepEqual(services[name]?.profiles, ['local']);
  const { api, gateway } = services;
  assert.doesNotMatch(JSON.stringify([api, gateway]), /local-services|EMULATOR_(HOST|URL)":"[^"]/);
});

test('The gateway reaches the API, but nothing behind it, and the releases', () => {
  const { gateway, ...others } = services;
  const neighbours = Object.keys(others).filter((name) =>
    others[name]?.networks?.some((network) => gateway?.networks?.includes(network)),
  );
  assert.deepEqual(neighbours.sort(), ['api', 'releases']);
});

test('The releases are reached from both of their networks, which lead nowhere else', () => {
  const { networks = [], command } = services.releases ?? {};
  assert.deepEqual(networks, ['reading', 'releases']);
  for (const name of networks) assert.equal(declared[name]?.internal, true, name);
  // By default SeaweedFS listens on one.
  assert.ok(command?.includes('-ip.bind=0.0.0.0'));
});

test('The API starts when the database has been migrated, and cannot do that itself', () => {
  assert.equal(services.api?.depends_on?.migrate?.condition, 'service_completed_successfully');
  const knowing = Object.keys(services).filter((name) =>
    JSON.stringify(services[name]).includes(requiredVariables.POSTGRES_PASSWORD ?? ''),
  );
  // `seed` adds drivers to a local installation.
  assert.deepEqual(knowing, ['migrate', 'postgres', 'seed']);
});

test('HAProxy has a version, replaces the headers that only it may set, and gives up before gateway and API do', () => {
  const source = readFileSync(join(root, 'docker-compose.many.yml'), 'utf8');
  assert.match(source, /^ {4}image: haproxy:\d+\.\d+\.\d+-alpine$/m);
  const numberIn = (line: RegExp) => Number(line.exec(source)?.[1]);
  // After three times `pool-purge-delay`, which is 5 s, it closes unused connections to servers.
  assert.doesNotMatch(source, /pool-purge-delay|http-reuse/);
  const keptS = 15;
  const [, ms = 0, failures = 0] = /check inter (\d+)ms fall (\d+) /.exec(source) ?? [];
  const needed = { DATABASE_URL: 'postgres://api@db/kargo', FIREBASE_PROJECT_ID: 'kargo' };
  for (const { KEEP_ALIVE_SECONDS, SHUTDOWN_DELAY_SECONDS } of [
    readApiEnv({ ...needed, STORAGE_DIR: '/data' }),
    readGatewayEnv({}),
  ]) {
    assert.ok(keptS < KEEP_ALIVE_SECONDS, `${KEEP_ALIVE_SECONDS}`);
    assert.ok(
      Number(ms) > 0 && Number(ms) * (Number(failures) + 1) < 1000 * SHUTDOWN_DELAY_SECONDS,
    );
  }
  assert.ok(numberIn(/^ +timeout http-request (\d+)s$/m) <= 10, 'headers');
  assert.ok(numberIn(/^ +timeout http-keep-alive (\d+)s$/m) >= 60, 'which is that of headers else');
  const [, ...listeners] = source.split('listen ');
  for (const listener of listeners)
    assert.match(listener, /^ +http-request disable-l7-retry unless METH_GET$/m, 'writes go once');
  const [gateways = '', apis = ''] = listeners;
  // The gateway trusts these headers from HAProxy.
  assert.match(gateways, /^ +http-request set-header X-Request-Id %\[uuid\(\)\]$/m);
  for (const name of ['traceparent', 'tracestate', 'baggage', 'b3', 'x-b3- -m beg'])
    assert.ok(gateways.includes(`http-request del-header ${name}\n`), name);
  // The gateway would obey it, and use HAProxy's connection for as long as the API keeps its own.
  assert.match(apis, /^ +http-response del-header Keep-Alive$/m);
});

test('The local profile knows the keys and the addresses of the stand-ins', () => {
  assert.equal(localVariables.STRIPE_SECRET_KEY, stripeKeys.secretKey);
  assert.equal(localVariables.STRIPE_WEBHOOK_SECRET, stripeKeys.webhookSecret);
  const webhook = `http://api:8080${apiBasePath}${apiPaths.stripeWebhook()}`;
  assert.ok(services['local-services']?.command?.includes(`--stripe-webhook=${webhook}`));
});
