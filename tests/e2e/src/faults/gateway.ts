import { type Gateway, startGateway as start } from '@kargo/smoke-test/start-gateway';
import { siteKeys, siteUrl } from '../support/site.ts';

/**
 * A separate gateway for a folder of releases.
 *
 * @param options.apiUrl the API behind it, by default the tested site's
 * @param options.trustProxy so that visitors have the addresses that they send
 * @param options.isPatient whether its pages wait for files of a busy machine, before they use a fallback
 */
export function startGateway(
  releases: string,
  { apiUrl = siteUrl, isPatient = true, trustProxy = 'false' } = {},
): Promise<Gateway> {
  const publishers = siteKeys().PUBLISHERS ?? '';
  const patience = isPatient && { scriptSilenceMs: 60_000 };
  return start({ releases, publishers, apiUrl, trustProxy, ...patience });
}
