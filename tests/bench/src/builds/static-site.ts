import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { remotesIn } from '@kargo/build/remotes';
import { Child } from '@kargo/commands/child';
import { root } from '@kargo/commands/settings';
import { readKeys } from '@kargo/delivery/keys';
import { publish } from '@kargo/delivery/publish';
import { readLog } from '@kargo/release-log/log/read-log';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import {
  type PublishedRoute,
  PublishedRoutes,
} from '@kargo/shared-types/releases/published-routes';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { freePort } from 'local-services/free-port';

const scriptPreloads =
  /<link rel="(?:module)?preload"[^>]*\bas="script"[^>]*>|<link rel="modulepreload"[^>]*>/g;

/** Publishes a shell with this site's remotes, so that the gateway can compose its pages. */
export const publishShell = (dist: string, releases: string) =>
  publish({
    from: [dist, ...remotesIn(root).map(({ path }) => join(path, 'dist'))],
    store: new FolderStore(releases),
    keys: readKeys(process.env),
  });

/**
 * Writes the gateway's responses as files: each page as `<path>/index.html`, the releases, and the
 * files at the root.
 *
 * @param preloaded addresses of scripts for a page to preload instead of the gateway's
 */
export async function writeStaticSite(
  releases: string,
  folder: string,
  preloaded?: (route: PublishedRoute) => readonly string[],
): Promise<void> {
  const { publishers } = readKeys(process.env);
  const { state } = await readLog(new FolderStore(releases), publishers);
  const version = currentVersion(state, 'shell') ?? '';
  const shell = join(releases, 'shell', version);
  await cp(releases, join(folder, 'releases'), { recursive: true, filter: isServed });
  await cp(join(shell, 'public'), folder, { recursive: true, filter: isServed });

  const routesFile = join(shell, 'routes.json');
  const { routes } = parseJson(PublishedRoutes, await readFile(routesFile, 'utf8'), routesFile);
  const port = await freePort();
  const variables = { FIREBASE_PROJECT_ID: 'demo-kargo', FIREBASE_API_KEY: 'demo-key' };
  const program = {
    name: 'gateway',
    script: join(root, 'platform/gateway/src/server.ts'),
    environment: { PORT: `${port}`, RELEASES: releases, ...variables },
  };
  const gateway = new Child(program, dirname(folder));
  await gateway.says('ready');
  const get = async (path: string) => {
    const response = await fetch(`http://localhost:${port}${path}`);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  };
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  for (const route of routes) {
    const html = await get(route.path);
    const edited = preloaded ? preloading(html, preloaded(route)) : html;
    await write(join(route.path, 'index.html'), edited);
  }
  const map = await get(releaseMapPath);
  await write(releaseMapPath, map);
  await gateway.stop(10_000);
}

/** The bench compresses files itself; browsers load no source maps or Node bundles. */
function isServed(file: string): boolean {
  return !/\.(br|gz|map|cjs)$|^\./.test(basename(file));
}

function preloading(html: string, urls: readonly string[]): string {
  const links = urls.map((url) => `<link rel="preload" as="script" href="${url}">`);
  return html.replace(scriptPreloads, '').replace('</head>', () => `${links.join('')}</head>`);
}
