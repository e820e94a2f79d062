import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@kargo/commands/settings';
import { pagesFolder } from '@kargo/shared-types/releases/release-addresses';
import { remotesIn } from '@kargo/tools/remotes';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { buildApp, configurationsOf, screensLoadedBy } from './compile.ts';
import { publishShell, writeStaticSite } from './static-site.ts';

const remotes = remotesIn(root);

/** All libraries of the page and all modules with state, shared as in the documentation. */
const shared = Object.fromEntries(
  [
    'react',
    'react-dom',
    'react-dom/client',
    'react-router-dom',
    'jotai',
    '@chakra-ui/react',
    '@emotion/react',
    'axios',
    'firebase/',
    '@kargo/shared-runtime/',
  ].map((request) => [request, { singleton: true }]),
);

/** The plugin's defaults, except that no type files are made, which no page loads. */
const settings = { shared, dts: false };

const addressOf = (remote: string) => `/remotes/${remote}`;

/**
 * The same apps with the federation plugin set up as in its documentation: the shell's build lists
 * the remotes with the addresses of their manifests, and every build includes its shared libraries.
 */
export async function textbookFederation(folder: string): Promise<void> {
  const dist = (app: string) => join(folder, 'textbook-dist', app);
  for (const remote of remotes) {
    const [browser = {}] = await configurationsOf(remote.folder);
    const plugin = new ModuleFederationPlugin({
      name: `kargo_${remote.name}`,
      filename: 'remoteEntry.js',
      manifest: true,
      exposes: Object.fromEntries(
        remote.screens.map((screen) => [`./${screen}`, `./src/screens/${screen}.tsx`]),
      ),
      ...settings,
    });
    // A release may not contain its own copies of the shared libraries.
    await buildApp(browser, dist(remote.name), [plugin], ['addReleaseFile']);
  }
  const [browser = {}] = await configurationsOf('shell');
  const entry = join(root, 'tests/bench/browser/textbook-entry.ts');
  const plugin = new ModuleFederationPlugin({
    name: 'kargo_shell',
    remotes: Object.fromEntries(
      remotes.map(({ name }) => [name, `kargo_${name}@${addressOf(name)}/mf-manifest.json`]),
    ),
    ...settings,
  });
  const plugins = [screensLoadedBy('textbook-host.ts'), plugin];
  await buildApp({ ...browser, entry }, dist('shell'), plugins);

  const releases = join(folder, 'textbook-releases');
  await publishShell(dist('shell'), releases);
  await rm(join(releases, pagesFolder), { recursive: true, force: true });
  const site = join(folder, 'textbook-federation');
  await writeStaticSite(releases, site, () => []);
  for (const { name } of remotes) {
    await cp(dist(name), join(site, addressOf(name)), { recursive: true });
  }
}
