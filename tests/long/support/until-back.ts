import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';

/** Waits until pages and calls of a site are answered again. */
export async function untilBack(site: string): Promise<void> {
  const urls = ['/', apiBasePath + apiPaths.verify()].map((path) => site + path);
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const [page, call] = await Promise.all(urls.map((url) => fetch(url).catch(() => undefined)));
    if (page?.ok && call?.status === 401) return;
    await wait(100);
  }
  throw new Error('The site was not back after a minute.');
}
