import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { Candidates } from './candidate-store.ts';
import type { Person } from './people.ts';
import { startSampleApi } from './sample-api.ts';
import { readReleases, readScreens } from './screens.ts';
import { startGateway } from './start-gateway.ts';

/**
 * Starts a gateway at this port that serves these releases, with an API that answers by samples. Disposing of the site stops both.
 * Returns undefined without a shell, before the first was published.
 */
export async function startSite(
  { folder, publishers, versions }: Candidates,
  people: readonly Person[],
  port: number | undefined,
) {
  const store = new FolderStore(folder);
  const releases = await readReleases(store, versions);
  if (!releases.has('shell')) return undefined;
  const parts = new AsyncDisposableStack();
  const api = parts.use(await startSampleApi(releases, people));
  const { url } = parts.use(
    await startGateway({ releases: folder, publishers, apiUrl: api.url, port }),
  );
  return {
    url,
    releases,
    screens: await readScreens(store, releases),
    unanswered: api.unanswered,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
