import { CliError } from './cli-error.ts';

/**
 * Returns the origin of the site that `--site` names.
 *
 * @throws {CliError} when it is no address, such as an empty variable of a workflow
 */
export function siteOrigin(site: string): string {
  const url = URL.parse(site);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CliError(`--site takes an address such as https://kargo.example, not "${site}".`);
}
