import { text } from 'node:stream/consumers';
import { MemoryRouter } from '@kargo/shared-runtime/router';
import { assumeSession } from '@kargo/shared-runtime/session';
import { StyleExtraction } from '@kargo/shared-runtime/style-extraction';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { PrerenderedPage, ReleaseCandidates } from '@kargo/shared-types/releases/release';
import type { SharedRequest } from '@kargo/tools/sharing';
import * as react from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from '../App.tsx';
import { candidatesArrived } from '../remote-loading/release-transitions.ts';
import { provideScreenLoader, type ScreenLoader } from '../remote-loading/screen-component.ts';
import { routeAt } from '../routes.ts';
import * as modules from './shared-modules.ts';

export const sharedModules: Record<SharedRequest, unknown> = { ...modules, react };

/**
 * Renders a page as a visitor who is not signed in sees it first, or, where it has a frame, as a driver
 * whose profile is not there yet. Of the candidates only the versions show in the page.
 *
 * @param loadScreen hands out the screens of the remotes' Node bundles
 * @throws when the page does not render
 */
export async function prerender(
  path: string,
  candidates: ReleaseCandidates,
  loadScreen: (id: ScreenId) => ReturnType<ScreenLoader>,
): Promise<PrerenderedPage> {
  candidatesArrived(candidates);
  provideScreenLoader(loadScreen);
  assumeSession(routeAt(path)?.hasFrame === true);
  const styles = new StyleExtraction();
  const Router = ({ children }: react.PropsWithChildren) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  );
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <App router={Router} styles={styles.cache} />,
    // Otherwise React moves what is large to the end, behind inline scripts.
    {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => void failures.push(error),
    },
  );
  const html = await text(prelude);
  // React would leave such a part to the browser; a published page has to be complete.
  if (failures.length > 0) throw new AggregateError(failures, `${path} does not render`);
  return { html, css: styles.extract(html) };
}
