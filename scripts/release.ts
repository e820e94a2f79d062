import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { publishedVersions } from 'delivery/published-versions';
import { activate, readReleaseMap } from 'delivery/release-map';
import { releaseMapKey } from 'shared-types/release-addresses';
import { apps } from 'tools/remotes';
import { buildChangedApps } from './site/build-changed-apps.ts';
import { CliError, runCommand } from './site/cli-error.ts';
import { releasesFolder } from './site/programs.ts';
import { readSettings, root, type Settings } from './site/settings.ts';
import { Supervisor } from './site/supervisor.ts';
import type { App } from './site/webpack.ts';

const usage =
  'Usage: pnpm release <app> [--to <version>] [--releases <folder>]\n' +
  `The apps are ${apps.map(({ name }) => name).join(', ')}.`;

/**
 * `pnpm release marketing` builds that app alone and makes it the current release; `--to <version>`
 * goes back to one that was published before. A site that serves the folder uses it at once. The
 * sources of other apps, the shell included, are not needed.
 */
await runCommand(async () => {
  const settings = readSettings(process.env);
  const { values, positionals } = readArguments();
  const app = apps.find(({ name }) => name === positionals.join(' '));
  if (!app)
    throw new CliError(`Name one app to release, not "${positionals.join(' ')}".\n${usage}`);
  const releases = values.releases ? resolve(root, values.releases) : releasesFolder(settings);
  const before = await currentVersion(app, releases);
  if (values.to === undefined) await build(app, releases, settings);
  else await goBack(app, releases, values.to);
  const now = await currentVersion(app, releases);
  console.log(`${app.name} ${now} is the current release in ${releases}.`);
  if (before && before !== now) console.log(`Before it was ${before}; --to ${before} goes back.`);
});
process.exit(0);

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { to: { type: 'string' }, releases: { type: 'string' } },
    });
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`);
  }
}

async function build(app: App, releases: string, { dataFolder }: Settings): Promise<void> {
  if (!existsSync(join(root, app.folder))) {
    throw new CliError(`${app.name} cannot be built here: there is no folder ${app.folder}.`);
  }
  const supervisor = new Supervisor({ logFolder: join(dataFolder, 'logs') });
  await buildChangedApps({ apps: [app], releases, supervisor });
}

async function goBack(app: App, releases: string, version: string): Promise<void> {
  const versions = await publishedVersions(releases, app.name);
  if (!versions.includes(version)) {
    const list = versions.length > 0 ? `there are\n  ${versions.join('\n  ')}` : 'there is none';
    throw new CliError(`${app.name} has no release ${version} in ${releases}; ${list}`);
  }
  await activate({ releases, app: app.name, version, isWayOut: true });
}

async function currentVersion(app: App, releases: string): Promise<string | undefined> {
  const { microFrontends } = await readReleaseMap(releases);
  return microFrontends[releaseMapKey(app.name)]?.[0]?.metadata.version;
}
