import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import autocannon from 'autocannon';

/**
 * Sends each request to a site by eight connections, which ask again at once.
 *
 * @returns of each request how many a second, and the latency in ms that 99 % stayed below
 */
export async function measureRequests(site: string, token: string, seconds: number) {
  const html = await (await fetch(site)).text();
  const [script] = /\/releases\/shell\/[\w/.-]+\.js/.exec(html) ?? [];
  if (!script) throw new Error('The page names no script of the shell.');
  const requests = {
    '`/`': paths.home(),
    'the shell’s first script': script,
    '`/verify`, signed in': apiBasePath + apiPaths.verify(),
  };
  const headers = { 'accept-encoding': 'gzip, br', authorization: `Bearer ${token}` };
  const loads = [];
  for (const [title, path] of Object.entries(requests)) {
    console.log(`Requests: ${title}`);
    const load = { url: site + path, headers, connections: 8, duration: seconds };
    // Not measured: the code is compiled then.
    await autocannon(load);
    const { requests, latency, non2xx, errors } = await autocannon(load);
    if (non2xx + errors > 0) throw new Error(`${path} failed ${non2xx + errors} times`);
    loads.push({ title, perSecond: requests.average, p99: latency.p99 });
  }
  return loads;
}
