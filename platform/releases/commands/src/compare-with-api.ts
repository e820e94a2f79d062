import { ApiDocument, apiProblems } from '@kargo/delivery/api-problems';
import type { Store } from '@kargo/delivery/keys';
import { readSigned } from '@kargo/delivery/read-release';
import { RefusedError } from '@kargo/delivery/refused-error';
import { nameOf } from '@kargo/release-log/contract/release-gate';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { parseJson } from '@kargo/shared-types/parse-json';
import { CliError } from './cli-error.ts';
import type { StoreOptions } from './command.ts';
import { fetchDocument } from './fetch-document.ts';
import { progress } from './progress.ts';
import { type Settings, siteOrigin } from './settings.ts';

export interface ApiOptions extends StoreOptions {
  /** Address of the site whose API the releases will call; without it, that of this machine. */
  site?: string | undefined;
  /** Whether nothing is compared. */
  withoutApi?: boolean;
}

/**
 * Compares stored releases with the API of the site that will serve them. If no site is named and that of this machine
 * does not run, it says so and compares nothing.
 *
 * @param versions of the releases, by app
 * @throws {RefusedError} when the API lacks what they need
 * @throws {CliError} when the site that is named does not tell what its API has
 */
export async function compareWithApi(
  { store, keys }: Store,
  versions: Readonly<Record<string, string>>,
  { siteUrl }: Settings,
  { site, releases: place, withoutApi }: ApiOptions,
): Promise<void> {
  if (withoutApi || Object.keys(versions).length === 0) return;
  const isNamed = site !== undefined;
  if (!isNamed && place && !process.env.KARGO_SITE_URL)
    return skip('name the site that serves this store with --site.');
  const origin = isNamed ? siteOrigin(site) : siteUrl;
  const url = origin + apiBasePath + apiPaths.schema();
  const parse = (text: string) => parseJson(ApiDocument, text, url);
  const document = await fetchDocument(url, parse).catch((error: Error) => {
    if (!isNamed) return skip(`${error.message} Start the site, or name another with --site.`);
    throw new CliError(
      `${error.message} So it is not known whether its API has what is needed: try again later, or add --without-api.`,
    );
  });
  if (!document) return;
  const api = `the API of ${origin}`;
  const problems: string[] = [];
  for (const [app, version] of Object.entries(versions)) {
    const release = nameOf({ app, version });
    const { calls } = await readSigned(store, { app, version }, keys);
    if (!calls) {
      skip(`${release} was built before releases named their calls.`);
      continue;
    }
    const found = apiProblems(calls, document, { release, api });
    if (found.length === 0) progress(`${api} has what ${release} needs`);
    problems.push(...found);
  }
  if (problems.length === 0) return;
  problems.push('Deploy an API that has it first, or add --without-api to go on all the same.');
  throw new RefusedError(problems.join('\n'));
}

function skip(reason: string): undefined {
  progress(`Not compared with an API: ${reason}`);
}
