import { text } from 'node:stream/consumers';
import type { SharedRequest } from '@kargo/build/sharing';
import { MemoryRouter } from '@kargo/shared-runtime/router';
import { assumeSession } from '@kargo/shared-runtime/session';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import * as react from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from '../App.tsx';
import { releaseMapArrived } from '../remote-loading/release-transitions.ts';
import { provideScreenLoader, type ScreenLoader } from '../remote-loading/screen-component.ts';
import { routeAt } from '../routes.ts';
import * as modules from './shared-modules.ts';

export const sharedModules: Record<SharedRequest, unknown> = { ...modules, react };

/**
 * Returns the HTML of a page as a signed-out visitor sees it first or, if it has a frame, a driver
 * whose profile has not loaded yet. Of the release map, only the versions show in the page.
 *
 * @param loadScreen returns the screens of the remotes' Node bundles
 * @throws when the page does not render
 */
export async function prerender(
  path: string,
  releaseMap: ReleaseMap,
  loadScreen: (id: ScreenId) => ReturnType<ScreenLoader>,
): Promise<string> {
  releaseMapArrived(releaseMap);
  provideScreenLoader(loadScreen);
  assumeSession(routeAt(path)?.hasFrame === true);
  return render(path, appAt(path));
}

function appAt(path: string) {
  const Router = ({ children }: react.PropsWithChildren) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  );
  return <App router={Router} />;
}

/** @throws when a part does not render: React leaves it to browsers, but pages must be complete */
async function render(path: string, element: react.ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(element, {
    // Otherwise React moves large parts to the end, behind inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => void failures.push(error),
  });
  if (failures.length > 0) throw new AggregateError(failures, `${path} does not render`);
  return await text(prelude);
}
