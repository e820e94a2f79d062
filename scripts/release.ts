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

interface Request {
  app: App;
  /** A version that was published before, to go back to; undefined builds the sources. */
  to: string | undefined;
  /** Folder of all releases. */
  releases: string;
}

/**
 * `pnpm release marketing` builds that app alone and makes it the current release; `--to <version>`
 * goes back to one that was published before. A site that serves the folder does so at once. No
 * other app's sources are needed, the shell's neither.
 */
await runCommand(async () => {
  const settings = readSettings(process.env);
  const request = readRequest(settings);
  const { app, releases } = request;
  const before = await currentVersion(request);
  if (request.to === undefined) await build(request, settings);
  else await goBack(request, request.to);
  const now = await currentVersion(request);
  console.log(`${app.name} ${now} is the current release in ${releases}.`);
  if (before && before !== now) {
    console.log(`Before it was ${before}; --to ${before} goes back.`);
  }
});
process.exit(0);

function readRequest(settings: Settings): Request {
  const { values, name } = readArguments();
  const app = apps.find((candidate) => candidate.name === name);
  if (!app) {
    throw new CliError(name ? `There is no app "${name}" to release.\n${usage}` : usage);
  }
  const releases = values.releases ? resolve(root, values.releases) : releasesFolder(settings);
  return { app, to: values.to, releases };
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { to: { type: 'string' }, releases: { type: 'string' } },
    });
    if (positionals.length > 1) throw new CliError(`One app at a time.\n${usage}`);
    return { values, name: positionals[0] };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [what] = error.message.split('. ', 1);
    throw new CliError(`${what}.\n${usage}`);
  }
}

async function build({ app, releases }: Request, { dataFolder }: Settings): Promise<void> {
  if (!existsSync(join(root, app.folder))) {
    throw new CliError(`${app.name} cannot be built here: there is no folder ${app.folder}.`);
  }
  const supervisor = new Supervisor({ logFolder: join(dataFolder, 'logs') });
  await buildChangedApps({ apps: [app], releases, supervisor });
}

async function goBack({ app, releases }: Request, version: string): Promise<void> {
  const versions = await publishedVersions(releases, app.name);
  if (!versions.includes(version)) {
    const list = versions.length > 0 ? `there are\n  ${versions.join('\n  ')}` : 'there is none';
    throw new CliError(`${app.name} has no release ${version} in ${releases}; ${list}`);
  }
  await activate({ releases, app: app.name, version });
}

async function currentVersion({ app, releases }: Request): Promise<string | undefined> {
  const { microFrontends } = await readReleaseMap(releases);
  return microFrontends[releaseMapKey(app.name)]?.[0]?.metadata.version;
}
