import { type Gateway, startGateway as start } from 'smoke-test/start-gateway';
import { siteKeys, siteUrl } from '../support/site.ts';

/** A gateway of its own for a folder of releases, in front of an API: the site's under test. */
export function startGateway(releases: string, apiUrl = siteUrl): Promise<Gateway> {
  return start({ releases, publishers: siteKeys().PUBLISHERS ?? '', apiUrl });
}
