import { ApiDocument, apiProblems } from '@kargo/delivery/api-problems';
import type { KeyedStore } from '@kargo/delivery/keys';
import { readSigned } from '@kargo/delivery/read-release';
import { RefusedError } from '@kargo/delivery/refused-error';
import { nameOf } from '@kargo/release-log/rules/release-gate';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { parseJson } from '@kargo/shared-types/parse-json';
import type { CheckOptions } from './checks.ts';
import { CliError } from './cli-error.ts';
import { progress } from './progress.ts';
import { type Settings, siteOrigin } from './settings.ts';

/**
 * Compares stored releases with the API of the site that will serve them. If no site is named and
 * this machine's is not running, prints that and compares nothing.
 *
 * @param versions of the releases, by app
 * @throws {RefusedError} when the API lacks something they need
 * @throws {CliError} when the named site does not describe its API
 */
export async function compareWithApi(
  { store, keys }: KeyedStore,
  versions: Readonly<Record<string, string>>,
  { siteUrl }: Settings,
  options: CheckOptions,
): Promise<void> {
  if (options.withoutApi || Object.keys(versions).length === 0) return;
  const { site, releases: place } = options;
  if (site === undefined && place && !process.env.KARGO_SITE_URL)
    return skip('name the site that serves this store with --site.');
  const origin = site === undefined ? siteUrl : siteOrigin(site);
  const document = await readDocument(origin, site !== undefined);
  if (!document) return;
  const api = `the API of ${origin}`;
  const problems: string[] = [];
  for (const [app, version] of Object.entries(versions)) {
    const release = nameOf({ app, version });
    const { calls } = await readSigned(store, { app, version }, keys);
    const found = apiProblems(calls, document, { release, api });
    if (found.length === 0) progress(`The API of ${origin} has what ${release} needs`);
    problems.push(...found);
  }
  if (problems.length === 0) return;
  problems.push('Deploy an API that has it first, or add --without-api to release anyway.');
  throw new RefusedError(problems.join('\n'));
}

async function readDocument(origin: string, isNamed: boolean): Promise<ApiDocument | undefined> {
  const url = origin + apiBasePath + apiPaths.schema();
  try {
    return parseJson(ApiDocument, await fetchText(url), url);
  } catch (error) {
    const { message } = error as Error;
    if (!isNamed) return skip(`${message} Start the site, or name another with --site.`);
    throw new CliError(
      `${message} Its API could not be checked: try again later, or add --without-api.`,
    );
  }
}

function skip(reason: string): undefined {
  progress(`Not compared with an API: ${reason}`);
}

const responseMs = 10_000;

/** Fetches a document. Throws an Error of one sentence on no response or an unexpected one. */
export async function fetchText(url: string): Promise<string> {
  const signal = AbortSignal.timeout(responseMs);
  const response = await fetch(url, { signal }).catch(() => undefined);
  if (!response) throw new Error(`${url} does not answer.`);
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  return response.text();
}
