import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@kargo/commands/settings';
import { type KubernetesObject, nameOf, readObjects } from 'deploy/objects';
import { parse } from 'yaml';

export const deployFolder = join(root, 'platform/deploy');
export const overlays = ['local', 'production'] as const;

export const sourceOf = (path: string) => readFileSync(join(root, path), 'utf8');

export const read = (file: string) => readFileSync(join(deployFolder, file), 'utf8');

export const objectsIn = (folder: string) =>
  globSync('!(kustomization).yaml', { cwd: join(deployFolder, folder) }).flatMap((file) =>
    readObjects(read(join(folder, file))),
  );

export const base = objectsIn('base');
export const production = [...base, ...objectsIn('overlays/production')];

/** The secrets that the local overlay makes. */
export const { secretGenerator }: { secretGenerator: { name: string; literals: string[] }[] } =
  parse(read('overlays/local/kustomization.yaml'));

interface Selector {
  matchLabels?: Record<string, string>;
}
/** Who may reach a pod, and on which ports: a rule of a NetworkPolicy. */
export interface Rule {
  from?: { podSelector?: Selector; namespaceSelector?: Selector }[];
  ports?: { port: number }[];
}

export function find(name: string, objects = base): KubernetesObject {
  const object = objects.find((it) => nameOf(it) === name);
  assert.ok(object, name);
  return object;
}

export function podOf({ spec }: KubernetesObject) {
  assert.ok(spec?.template?.spec);
  return spec.template.spec;
}

export function containerOf(object: KubernetesObject) {
  const [first] = podOf(object).containers;
  assert.ok(first);
  return first;
}
