import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { publish } from 'delivery/publish';
import { activate, readReleaseMap } from 'delivery/release-map';
import { releaseMapKey } from 'shared-types/release-addresses';
import { releaseVersion } from 'tools/release-version';
import { progress, seconds } from './progress.ts';
import { root } from './settings.ts';
import type { Supervisor } from './supervisor.ts';
import { type App, webpack } from './webpack.ts';

/** A build uses more than one core. */
const buildsAtOnce = 2;

/**
 * Makes the release of each app's present sources the current one, and builds it when there is none
 * yet.
 *
 * @throws {CliError} with webpack's errors when a build fails
 */
export async function buildChangedApps({
  apps,
  releases,
  supervisor,
}: {
  apps: readonly App[];
  /** Folder that releases are published into. */
  releases: string;
  supervisor: Supervisor;
}): Promise<void> {
  const waiting = [...apps];
  const buildNext = async (): Promise<void> => {
    const app = waiting.shift();
    if (!app) return;
    await buildIfChanged({ app, releases, supervisor });
    return buildNext();
  };
  await Promise.all(Array.from({ length: buildsAtOnce }, buildNext));
}

async function buildIfChanged({
  app,
  releases,
  supervisor,
}: {
  app: App;
  releases: string;
  supervisor: Supervisor;
}): Promise<void> {
  const version = await releaseVersion(app.folder);
  if (existsSync(join(releases, app.name, version, 'release.json'))) {
    const map = await readReleaseMap(releases);
    const current = map.microFrontends[releaseMapKey(app.name)]?.[0];
    if (current?.metadata.version !== version) {
      await activate({ releases, app: app.name, version });
    }
    return;
  }
  progress(`Building ${app.name}`);
  const started = performance.now();
  await supervisor.run(webpack(app, 'build'));
  await publish({ from: join(root, app.folder, 'dist'), releases });
  progress(`Built ${app.name} ${version} in ${seconds(performance.now() - started)}`);
}
