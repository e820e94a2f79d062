import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';

/** Waits until pages and calls of a site are answered again. */
export async function untilBack(site: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const paths = ['/', apiBasePath + apiPaths.verify()];
    const [page, call] = await Promise.all(
      paths.map((path) => fetch(site + path).catch(() => undefined)),
    );
    if (page?.ok && call?.status === 401) return;
    if (Date.now() > deadline) throw new Error('The site was not back after a minute.');
    await wait(100);
  }
}
