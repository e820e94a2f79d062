import { type Gateway, startGateway as start } from '@kargo/smoke-test/start-gateway';
import { siteKeys, siteUrl } from '../support/site.ts';

/**
 * Starts a separate gateway for a folder of releases.
 *
 * @param options.apiUrl its API, by default the tested site's
 * @param options.trustProxy proxies whose `X-Forwarded-For` it takes as a visitor's address
 * @param options.isPatient whether pages give a busy machine time before they use a fallback
 */
export function startGateway(
  releases: string,
  { apiUrl = siteUrl, isPatient = true, trustProxy = 'false' } = {},
): Promise<Gateway> {
  const publishers = siteKeys().PUBLISHERS ?? '';
  const patience = isPatient && { scriptSilenceMs: 60_000 };
  return start({ releases, publishers, apiUrl, trustProxy, ...patience });
}
