import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { parse } from 'yaml';

const { packages, catalog } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));
const manifests = globSync(
  ['.', ...packages].map((folder) => `${folder}/package.json`),
  { cwd: root },
);

/** Each dependency from a registry, and the package.json that names it. */
const dependencies = manifests.flatMap((manifest) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, manifest), 'utf8'));
  return Object.entries<string>({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !version.startsWith('workspace:'))
    .map(([name, version]) => ({ manifest, name, version }));
});

test('The catalog has the version of each dependency that several packages use', () => {
  assert.ok(manifests.length > 20, `only ${manifests.length} were found`);
  const byName = Object.groupBy(dependencies, ({ name }) => name);
  const outside = Object.values(byName).flatMap((uses = []) =>
    uses.length > 1 ? uses.filter(({ version }) => version !== 'catalog:') : [],
  );
  assert.deepEqual(outside, []);
});

test('Amazon’s packages, which are released together, have one version', () => {
  const ofAmazon = dependencies.filter(({ name }) => name.startsWith('@aws-sdk/'));
  const versions = ofAmazon.map(({ name, version }) =>
    version === 'catalog:' ? catalog[name] : version,
  );
  assert.ok(versions.length > 2, `only ${versions.length} were found`);
  assert.equal(new Set(versions).size, 1, versions.join(', '));
});

test('Every version is exact', () => {
  const inexact = [
    ...dependencies,
    ...Object.entries(catalog).map(([name, version]) => ({ name, version: String(version) })),
  ].filter(({ version }) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$|^catalog:$/.test(version));
  assert.deepEqual(inexact, []);
});
