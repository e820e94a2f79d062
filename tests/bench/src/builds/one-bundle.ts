import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '@kargo/commands/settings';
import { manifestFile } from '@kargo/shared-types/releases/kargo-file';
import type { PublishedRoute } from '@kargo/shared-types/releases/published-routes';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { Stats } from 'webpack';
import { buildApp, screensInside, shellConfigurations } from './compile.ts';
import { publishShell, writeStaticSite } from './static-site.ts';

/**
 * Builds the shell with all remotes' screens, each in a chunk that its page preloads. Needs the
 * site's build, since the remotes' Node bundles render the pages.
 */
export async function oneBundle(folder: string): Promise<void> {
  const dist = join(folder, 'one-bundle-dist');
  const [browser = {}, ...others] = await shellConfigurations();
  const stats = await buildApp(browser, dist, [screensInside]);
  // It provides the same modules as the site's shell.
  await copyFile(join(root, 'shell/dist', manifestFile), join(dist, manifestFile));
  for (const app of others) await buildApp(app, join(dist, basename(app.output?.path ?? '')));

  const releases = join(folder, 'one-bundle-releases');
  const published = await publishShell(dist, releases);
  const version = published.find(({ app }) => app === 'shell')?.version ?? '';
  const preloaded = ({ screen }: PublishedRoute) =>
    scriptsOf(stats, screen.split('/')[1] ?? '').map(
      (file) => releasePath('shell', version) + file,
    );
  await writeStaticSite(releases, join(folder, 'one-bundle'), preloaded);
}

/** The scripts of a screen's chunk and of the chunks that it shares. */
function scriptsOf({ compilation }: Stats, screen: string): string[] {
  const chunks = compilation.namedChunkGroups.get(`${screen}-tsx`);
  if (!chunks) throw new Error(`One bundle has no chunk for the screen ${screen}`);
  return chunks.getFiles().filter((file) => file.endsWith('.js'));
}
