import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCurrent } from 'delivery/make-current';
import { publishedVersions } from 'delivery/published-versions';
import { readReleaseMap } from 'delivery/release-map';
import { currentVersion } from 'shared-types/release-map';
import { apps } from 'tools/remotes';
import { CliError, runCommand } from './site/cli-error.ts';
import { releasesFolder } from './site/programs.ts';
import { releaseChangedApps } from './site/release-changed-apps.ts';
import { readSettings, root, type Settings } from './site/settings.ts';
import { Supervisor } from './site/supervisor.ts';
import type { App } from './site/webpack.ts';

const usage =
  'Usage: pnpm release <app…> [--releases <folder>]\n' +
  '       pnpm release <app> --to <version> [--releases <folder>]\n' +
  `The apps are ${apps.map(({ name }) => name).join(', ')}.`;

/**
 * `pnpm release marketing` builds that app alone and makes it the current release; of several apps, all
 * become current in one step. `--to <version>` goes back to one that was published before. A site
 * that serves the folder uses it at once. The sources of other apps, the shell included, are not
 * needed.
 */
await runCommand(async () => {
  const settings = readSettings(process.env);
  const { values, positionals } = readArguments();
  const chosen = apps.filter(({ name }) => positionals.includes(name));
  const [app] = chosen;
  if (!app || chosen.length < positionals.length)
    throw new CliError(`Name the apps to release, not "${positionals.join(' ')}".\n${usage}`);
  if (values.to !== undefined && chosen.length > 1)
    throw new CliError(`--to goes with one app.\n${usage}`);
  const releases = values.releases ? resolve(root, values.releases) : releasesFolder(settings);
  const before = await readReleaseMap(releases);
  if (values.to === undefined) await build(chosen, releases, settings);
  else await goBack(app, releases, values.to);
  const now = await readReleaseMap(releases);
  for (const { name } of chosen) {
    const [left, current] = [currentVersion(before, name), currentVersion(now, name)];
    console.log(`${name} ${current} is the current release in ${releases}.`);
    if (left && left !== current) console.log(`Before it was ${left}; --to ${left} goes back.`);
  }
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

async function build(chosen: App[], releases: string, { dataFolder }: Settings): Promise<void> {
  const missing = chosen.find(({ folder }) => !existsSync(join(root, folder)));
  if (missing) {
    throw new CliError(
      `${missing.name} cannot be built here: there is no folder ${missing.folder}.`,
    );
  }
  const supervisor = new Supervisor({ logFolder: join(dataFolder, 'logs') });
  await releaseChangedApps({ apps: chosen, releases, supervisor });
}

async function goBack(app: App, releases: string, version: string): Promise<void> {
  const versions = await publishedVersions(releases, app.name);
  if (!versions.includes(version)) {
    const list = versions.length > 0 ? `there are\n  ${versions.join('\n  ')}` : 'there is none';
    throw new CliError(`${app.name} has no release ${version} in ${releases}; ${list}`);
  }
  await makeCurrent({ releases, versions: { [app.name]: version }, isWayOut: true });
}
