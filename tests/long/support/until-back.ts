import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';

/** Repeats what fails while servers are away, for five minutes. */
export async function eventually<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + 300_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(200);
    }
  }
}

/** Waits until pages and calls of a site are answered again. */
export function untilBack(site: string): Promise<void> {
  const urls = ['/', apiBasePath + apiPaths.verify()].map((path) => site + path);
  return eventually(async () => {
    const [page, call] = await Promise.all(urls.map((url) => fetch(url)));
    if (!page?.ok || call?.status !== 401) throw new Error('The site is not back.');
  });
}
