#!/usr/bin/env node
import { CliError } from '@kargo/commands/cli-error';
import { run, type StoreOptions, storeCommand } from '@kargo/commands/command';
import { fetchText } from '@kargo/commands/compare-with-api';
import { openStore } from '@kargo/commands/open-release-store';
import { siteOrigin } from '@kargo/commands/settings';
import { ApiDocument, apiProblems } from '@kargo/delivery/api-problems';
import { appStatuses } from '@kargo/delivery/app-status';
import { readSigned } from '@kargo/delivery/read-release';
import { versionsInUse } from '@kargo/release-log/log/served-releases';
import { nameOf } from '@kargo/release-log/rules/release-gate';
import { parseJson } from '@kargo/shared-types/parse-json';
import { VersionsInUse } from '@kargo/shared-types/releases/page-release';
import { parseRelease, type StoredRelease } from '@kargo/shared-types/releases/release';
import {
  releaseFile,
  releasePath,
  versionsInUsePath,
} from '@kargo/shared-types/releases/release-addresses';
import { apiDocument } from 'api/src/api-document.ts';

interface Options extends StoreOptions {
  /** A site whose releases are compared instead of a store's. */
  site?: string | undefined;
}

/** `pnpm check-api` refuses an API that lacks what the releases in use need. */
if (import.meta.main)
  await run(
    storeCommand('check-api', 'Compares the API of this checkout with the releases of a store.')
      .option('--site <address>', 'a site, with whose releases it is compared instead')
      .action(async (options: Options) => checkApi(options, await apiDocument())),
  );

/**
 * @param schema the API's own document, as JSON
 * @throws {CliError} when a release would not work with it
 */
export async function checkApi({ site, releases }: Options, schema: string): Promise<void> {
  const document = parseJson(ApiDocument, schema, 'The schema of the API');
  const reading = site === undefined ? inStore(releases) : onSite(siteOrigin(site));
  const inUse = await reading.catch((error: Error) => {
    throw new CliError(error.message);
  });
  const names = inUse.map(nameOf);
  const problems = inUse.flatMap(({ calls, ...named }) => {
    const release = nameOf(named);
    try {
      return apiProblems(calls, document, { release, api: 'the API' });
    } catch {
      return `${release} describes its calls by JSON Schemas that cannot be read.`;
    }
  });
  if (problems.length > 0) {
    problems.push('Keep in the API what they need until a day after each of them was replaced.');
    throw new CliError(problems.join('\n'));
  }
  if (names.length === 0) console.log('Nothing was compared: no release is in use.');
  else console.log(`The API has what is needed by ${names.join(', ')}.`);
}

async function inStore(releases: string | undefined): Promise<StoredRelease[]> {
  const { store, keys, state } = await openStore({ releases, isReader: true });
  const statuses = await appStatuses({ store, keys }, state);
  const versions = [...state.records.keys()].flatMap((app) => {
    const fallbacks = statuses.find((status) => status.app === app)?.fallbacks ?? [];
    return versionsInUse(state, app, fallbacks).map((version) => ({ app, version }));
  });
  return Promise.all(versions.map((it) => readSigned(store, it, keys)));
}

async function onSite(origin: string): Promise<StoredRelease[]> {
  const address = origin + versionsInUsePath;
  const versions = parseJson(VersionsInUse, await fetchText(address), address);
  const urls = Object.entries(versions).flatMap(([app, list]) =>
    list.map((version) => origin + releasePath(app, version) + releaseFile),
  );
  return Promise.all(urls.map(async (url) => parseRelease(await fetchText(url), url)));
}
