import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { fetchDocument } from '@kargo/commands/fetch-document';
import { openStore } from '@kargo/commands/open-release-store';
import { readSettings } from '@kargo/commands/settings';
import { siteOrigin } from '@kargo/commands/site-origin';
import { ApiDocument, apiProblems } from '@kargo/delivery/api-problems';
import { appStatuses } from '@kargo/delivery/app-status';
import { readSigned } from '@kargo/delivery/read-release';
import { readLog } from '@kargo/release-log/log/read-log';
import { versionsInUse } from '@kargo/release-log/log/served-releases';
import { parseJson } from '@kargo/shared-types/parse-json';
import { Release, VersionsInUse } from '@kargo/shared-types/releases/release';
import {
  releaseFile,
  releasePath,
  versionsInUsePath,
} from '@kargo/shared-types/releases/release-addresses';
import { nameOf } from '@kargo/shared-types/releases/release-gate';
import { expectedCalls } from '@kargo/tools/calls/expected-calls';
import { apiDocument } from 'api/src/api-document.ts';

const usage =
  'Usage: pnpm check-api [--releases <store>]   compares the API of this checkout with the releases of a store\n' +
  '       pnpm check-api --site <address>       with those of a site\n' +
  '       pnpm check-api --sources              with the apps of this checkout';

/** What calls the API: a release that visitors may run, or an app of this checkout. */
interface Caller {
  name: string;
  calls: Release['calls'];
}

/** `pnpm check-api` refuses an API that lacks what releases need of it which visitors may be running. */
await runCommand(async () => {
  const options = readArguments();
  const document = parseJson(ApiDocument, await apiDocument(), 'The schema of the API');
  const callers = await findCallers(options);
  const problems: string[] = [];
  const compared: string[] = [];
  if (callers.length === 0) console.log('Nothing was compared: no release is in use.');
  for (const { name, calls } of callers) {
    if (!calls) {
      console.log(`${name} was not compared: it was built before releases named their calls.`);
      continue;
    }
    compared.push(name);
    problems.push(...apiProblems(calls, document, { release: name, api: 'the API' }));
  }
  if (problems.length > 0) {
    const wayOut = options.sources
      ? 'Change the API, or the apps.'
      : 'Keep in the API what they need until a day after each of them was replaced.';
    throw new CliError([...problems, wayOut].join('\n'));
  }
  if (compared.length > 0) console.log(`The API has what is needed by ${compared.join(', ')}.`);
});
process.exit(0);

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        releases: { type: 'string' },
        site: { type: 'string' },
        sources: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`);
  }
}

async function findCallers({
  releases,
  site,
  sources,
}: ReturnType<typeof readArguments>): Promise<Caller[]> {
  if (sources) return callersInCheckout();
  if (site !== undefined) return callersOnSite(siteOrigin(site));
  return callersInStore(releases);
}

async function callersInCheckout(): Promise<Caller[]> {
  const present = apps.filter(({ path }) => existsSync(path));
  const calls = await expectedCalls(present.map(({ path }) => path));
  return present.map(({ name }, index) => ({
    name: `${name} of this checkout`,
    calls: calls[index],
  }));
}

async function callersInStore(releases: string | undefined): Promise<Caller[]> {
  const settings = readSettings(process.env);
  const { store, keys } = await openStore({ releases, create: false }, settings);
  const { state } = await readLog(store, keys.publishers);
  const statuses = await appStatuses(store, state, keys);
  const callers: Caller[] = [];
  for (const app of state.records.keys()) {
    const fallbacks = statuses.find((status) => status.app === app)?.fallbacks ?? [];
    for (const version of versionsInUse(state, app, fallbacks)) {
      const { calls } = await readSigned(store, { app, version }, keys).catch((error: Error) => {
        throw new CliError(error.message);
      });
      callers.push({ name: nameOf({ app, version }), calls });
    }
  }
  return callers;
}

async function callersOnSite(origin: string): Promise<Caller[]> {
  const address = origin + versionsInUsePath;
  const versions = await fetchDocument(address, (text) => parseJson(VersionsInUse, text, address));
  const callers: Caller[] = [];
  for (const [app, list] of Object.entries(versions)) {
    for (const version of list) {
      const url = origin + releasePath(app, version) + releaseFile;
      const { calls } = await fetchDocument(url, (text) => parseJson(Release, text, url));
      callers.push({ name: nameOf({ app, version }), calls });
    }
  }
  return callers;
}
