import { type Gateway, startGateway as start } from '@kargo/smoke-test/start-gateway';
import { siteKeys, siteUrl } from '../support/site.ts';

/**
 * Starts a separate gateway for a folder of releases.
 *
 * @param options.apiUrl the API behind it, by default the tested site's
 * @param options.trustProxy the proxies whose `X-Forwarded-For` counts as a visitor's address
 * @param options.isPatient whether its pages give a busy machine time before they use a fallback
 */
export function startGateway(
  releases: string,
  { apiUrl = siteUrl, isPatient = true, trustProxy = 'false' } = {},
): Promise<Gateway> {
  const publishers = siteKeys().PUBLISHERS ?? '';
  const patience = isPatient && { scriptSilenceMs: 60_000 };
  return start({ releases, publishers, apiUrl, trustProxy, ...patience });
}
