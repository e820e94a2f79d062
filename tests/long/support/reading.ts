import autocannon from 'autocannon';

/** Requests pages without a login, and the files of the landing page. */
export async function pagesAndFiles(site: string): Promise<autocannon.Request[]> {
  const home = await (await fetch(site)).text();
  const files = new Set(home.match(/\/releases\/[\w/.-]+\.(?:js|css)/g));
  return ['/', '/login', '/robots.txt', ...files].map((path) => ({ path }));
}

/**
 * Sends these requests over and over. Like browsers, autocannon retries when a connection is closed without a response.
 *
 * @param count called with the status of each response, or the reason why there is none
 */
export const startReading = (
  { site, requests }: { site: string; requests: autocannon.Request[] },
  count: (result: unknown) => void,
): autocannon.Instance =>
  autocannon({ url: site, requests, connections: 6, overallRate: 100, duration: 7200 }, () => {})
    .on('response', (_client, status) => count(status))
    .on('reqError', ({ message }) => count(message));
