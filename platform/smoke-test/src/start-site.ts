import { parsePublishers } from '@kargo/release-log/contract/release-signature';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { candidateStore } from './candidate-store.ts';
import type { Person } from './people.ts';
import { startSampleApi } from './sample-api.ts';
import { readReleases, readScreens, type Versions } from './screens.ts';
import { startGateway } from './start-gateway.ts';

/**
 * Starts a gateway that serves these versions, with an API that answers by samples. Disposing of the site stops both.
 * Returns undefined without a shell, before the first was published.
 */
export async function startSite(
  store: ReleaseStore,
  versions: Versions,
  people: readonly Person[],
) {
  const releases = await readReleases(store, versions);
  if (!releases.has('shell')) return undefined;
  const publishers = parsePublishers(process.env.PUBLISHERS ?? '', 'PUBLISHERS');
  const parts = new AsyncDisposableStack();
  const copy = parts.use(await candidateStore(store, versions, publishers));
  const api = parts.use(await startSampleApi(releases, people));
  const { url } = parts.use(
    await startGateway({
      releases: copy.folder,
      publishers: JSON.stringify(copy.publishers),
      apiUrl: api.url,
    }),
  );
  return {
    url,
    releases,
    screens: await readScreens(store, releases),
    unanswered: api.unanswered,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
