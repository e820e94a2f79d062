import autocannon from 'autocannon';

/** Requests for pages without a login, and for the landing page's files. */
export async function pagesAndFiles(site: string): Promise<autocannon.Request[]> {
  const home = await (await fetch(site)).text();
  const files = new Set(home.match(/\/releases\/[\w/.-]+\.(?:js|css)/g));
  return ['/', '/login', '/robots.txt', ...files].map((path) => ({ path }));
}

/**
 * Repeats requests. Like browsers, autocannon retries if a connection closes without a response.
 *
 * @param count gets the status of each response, or why there is none
 */
export const startReading = (
  { site, requests }: { site: string; requests: autocannon.Request[] },
  count: (result: unknown) => void,
): autocannon.Instance =>
  autocannon({ url: site, requests, connections: 6, overallRate: 100, duration: 7200 }, () => {})
    .on('response', (_client, status) => count(status))
    .on('reqError', ({ message }) => count(message));
