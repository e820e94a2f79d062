import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { composeFile, localVariables } from './compose-file.ts';
import { containerOf, find, objectsIn, read, secretGenerator } from './kubernetes-files.ts';

test('Stand-ins of the overlay local run the commands of the local profile of compose', () => {
  const { services } = composeFile(localVariables);
  for (const name of ['local-services', 'releases', 'storage', 'seed']) {
    const { args } = containerOf(
      objectsIn('overlays/local').find(
        ({ kind, metadata }) => metadata.name === name && /^(Deployment|Job)$/.test(kind),
      ) ?? find(name),
    );
    assert.ok(args, name);
    assert.deepEqual(args, services[name]?.command, name);
  }
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

test('The overlay local and compose grant the same rights to the releases', () => {
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
