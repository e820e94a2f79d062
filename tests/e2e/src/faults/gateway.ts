import { type Gateway, startGateway as start } from '@kargo/smoke-test/start-gateway';
import { siteKeys, siteUrl } from '../support/site.ts';

/** A separate gateway for a folder of releases, in front of an API, by default the tested site's. */
export function startGateway(releases: string, apiUrl = siteUrl): Promise<Gateway> {
  return start({ releases, publishers: siteKeys().PUBLISHERS ?? '', apiUrl });
}
