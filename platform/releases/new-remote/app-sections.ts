import type { App } from '@kargo/build/remotes';
import { CliError } from '@kargo/commands/cli-error';
import { type PublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';

type NamedApp = Pick<App, 'name' | 'folder'>;

/**
 * Sections of compose's and Kubernetes' files, which cannot list folders. Between two comments with
 * this name each app has a block of lines that differs only in its names and its key.
 */
export const appSections = [
  { file: 'docker-compose.yml', name: 'services that publish' },
  { file: 'docker-compose.yml', name: 'apps to wait for' },
  { file: 'docker-compose.yml', name: 'identities' },
  { file: 'docker-compose.local.env', name: 'keys' },
  { file: 'platform/deploy/overlays/local/identities.json', name: 'identities' },
  { file: 'platform/deploy/overlays/local/kustomization.yaml', name: 'keys' },
  { file: 'platform/deploy/overlays/local/kustomization.yaml', name: 'images' },
  { file: 'platform/deploy/overlays/production/kustomization.yaml', name: 'images' },
  { file: 'platform/deploy/base/publishers.yaml', name: 'jobs' },
] as const;

type AppSection = (typeof appSections)[number];

/** Files with the public keys of all publishers of a local site, on one line. */
export const publicKeyFiles = [
  'docker-compose.local.env',
  'platform/deploy/overlays/local/releases.env',
  'platform/gateway/src/public-keys.ts',
];

const linesOf = (name: string) =>
  name === 'identities'
    ? // JSON has no comments.
      /(?<=^ *"identities": \[\n)[\s\S]*?(?=^ *\{\n *"name": "gateway")/m
    : new RegExp(`(?<=^ *# begin of ${name}:.*\n)[\\s\\S]*?(?=^ *# end of ${name}$)`, 'm');

/** @throws {CliError} when the file lacks the section, or the apps' blocks differ in length */
export function blocksIn(source: string, { file, name }: AppSection, apps: number): string[] {
  const [section] = linesOf(name).exec(source) ?? [];
  if (section === undefined) throw new CliError(`${file} has no section "${name}".`);
  const lines = section.split(/(?<=\n)/);
  const length = lines.length / apps;
  if (!Number.isInteger(length))
    throw new CliError(`${file} needs as many lines of "${name}" for each of ${apps} apps.`);
  return Array.from({ length: apps }, (_, index) =>
    lines.slice(index * length, (index + 1) * length).join(''),
  );
}

/** Makes an app's block from another app's. */
export function blockFor(app: NamedApp, key: PublisherKey, block: string, of: NamedApp): string {
  return block
    .replaceAll(/\{"crv".*?\}/g, JSON.stringify(key))
    .replaceAll(`_${of.name.toUpperCase()}`, `_${app.name.toUpperCase()}`)
    .replaceAll(new RegExp(`(?<=${beforeName})${of.name}\\b`, 'g'), app.name)
    .replaceAll(new RegExp(`\\b${of.folder}\\b`, 'g'), app.folder);
}

const beforeName = '(publish|publisher|writer|kargo)-|"name": "|releases/.*';

/** Adds a block for a new remote, copied from the last app's. */
export function withBlock(
  source: string,
  section: AppSection,
  apps: readonly NamedApp[],
  remote: NamedApp,
  key: PublisherKey,
): string {
  const blocks = blocksIn(source, section, apps.length);
  const [last, sample = ''] = [apps.at(-1) ?? remote, blocks.at(-1)];
  const place = placeAmong(apps, remote);
  const all = blocks.toSpliced(place, 0, blockFor(remote, key, sample, last));
  return source.replace(linesOf(section.name), () => all.join(''));
}

/** Adds a new remote's public key to a file of `publicKeyFiles`. */
export function withPublicKey(source: string, place: number, key: PublisherKey): string {
  return source.replace(/(?<=^PUBLISHERS='?|^ {2}')\{.*\}/m, (text) => {
    const { log, keys } = JSON.parse(text);
    return JSON.stringify({ log, keys: keys.toSpliced(place, 0, publicPart(key)) });
  });
}

/** The position of a new remote: after the shell, found by its folder. */
export function placeAmong(apps: readonly NamedApp[], { folder }: NamedApp): number {
  const behind = apps.findIndex((app, index) => index > 0 && app.folder > folder);
  return behind === -1 ? apps.length : behind;
}
