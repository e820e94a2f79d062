import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type ReleaseParts,
  siteIdentity,
  testRelease,
} from '@kargo/release-log/testing/test-release';
import type { KargoFile } from '@kargo/shared-types/releases/kargo-file';
import { headPlaceholder } from '@kargo/shared-types/releases/release-addresses';

export interface Build extends ReleaseParts {
  /** The content of files by name; null for no file. All other fields describe the release. */
  content?: Record<string, string | null>;
}

/** Writes a webpack build of a remote or the shell. Returns its folder. */
export async function writeBuild(
  folder: string,
  { content = {}, ...given }: Build = {},
): Promise<string> {
  const all: Record<string, string | null> = {
    ...(given.app === 'shell' ? shellFiles(given) : remoteFiles(given)),
    'kargo.json': JSON.stringify(kargoOf(given)),
    ...content,
  };
  await mkdir(folder, { recursive: true });
  const dist = await mkdtemp(join(folder, 'dist-'));
  for (const [name, text] of Object.entries(all)) {
    if (text === null) continue;
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), text);
  }
  return dist;
}

function kargoOf({ app = 'marketing', version = '1.0.0', ...given }: ReleaseParts): KargoFile {
  const { owner, commit, samples, drivers, uses, sharedPackages, sharedScripts } = given;
  const { builtAt } = testRelease(given);
  const titleOf = (screen: string) => [screen, { title: `${screen} of ${app}` }];
  const titles = Object.fromEntries(Object.keys(given.screens ?? {}).map(titleOf));
  const calls = given.calls && Object.keys(given.calls);
  const ofBuild = { app, version, owner, commit, builtAt, samples, drivers, uses, calls };
  const ofShell = { sharedPackages, sharedScripts };
  return JSON.parse(JSON.stringify({ ...ofBuild, ...ofShell, screens: given.texts ?? titles }));
}

function shellFiles(given: ReleaseParts) {
  const { version = '1.0.0', routes = [], publicRoutes = [] } = given;
  const published = routes.map((screen) => {
    return { path: `/${screen}`, name: screen, screen, isPublic: publicRoutes.includes(screen) };
  });
  return {
    'main.js': `/* entry of ${version} */`,
    'styles.css': '',
    'index.html': `<html><head>${headPlaceholder}</head></html>`,
    ...manifestOf(given),
    'routes.json': JSON.stringify({
      routes: published,
      notFoundTitle: 'Page not found',
      identity: siteIdentity,
    }),
  };
}

function remoteFiles({ version = '1.0.0', bundles = {}, ...given }: ReleaseParts) {
  const sources = Object.entries(bundles).map(
    ([name, of]) => `webpack://x/../node_modules/.pnpm/${name}@${of}/node_modules/${name}/index.js`,
  );
  return {
    'remoteEntry.js': `/* entry of ${version} */`,
    ...(sources.length > 0 ? { 'remoteEntry.js.map': JSON.stringify({ sources }) } : {}),
    ...manifestOf(given),
  };
}

function manifestOf({
  entry = 'remoteEntry.js',
  screens = {},
  styles = {},
  needs = {},
  provides = {},
}: ReleaseParts) {
  const assets = (scripts: string[] = [], sheets: string[] = []) => ({
    js: { sync: scripts, async: [] },
    css: { sync: sheets, async: [] },
  });
  const shared = [...Object.entries(needs), ...Object.entries(provides)];
  const manifest = {
    metaData: {
      globalName: 'kargo',
      buildInfo: { buildVersion: '0.1.0' },
      remoteEntry: { name: entry, path: '', type: 'global' },
    },
    shared: shared.map(([name, of]) => ({
      name,
      version: of,
      requiredVersion: of,
      assets: assets(),
    })),
    exposes: Object.entries(screens).map(([name, files]) => ({
      name,
      assets: assets(files, styles[name]),
    })),
  };
  return { 'mf-manifest.json': JSON.stringify(manifest) };
}
