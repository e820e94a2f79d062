import { text } from 'node:stream/consumers';
import { stylesInNode } from '@kargo/shared-runtime/element-styles';
import { MemoryRouter } from '@kargo/shared-runtime/router';
import { assumeSession } from '@kargo/shared-runtime/session';
import { stylesOf } from '@kargo/shared-runtime/style-extraction';
import { sampleDriver, sampleDriverIn } from '@kargo/shared-types/api/sample-driver';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { PrerenderedPage, ReleaseCandidates } from '@kargo/shared-types/releases/release';
import type { SharedRequest } from '@kargo/tools/sharing';
import * as react from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from '../App.tsx';
import { candidatesArrived } from '../remote-loading/release-transitions.ts';
import { provideScreenLoader, type ScreenLoader } from '../remote-loading/screen-component.ts';
import { routeAt } from '../routes.ts';
import { DrawnLater } from './DrawnLater.tsx';
import * as modules from './shared-modules.ts';

const withPicture = { ...sampleDriver, image: '/' };
const stylesOfShell = new Set(stylesInNode.keys());

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
  const route = routeAt(path);
  const hasFrame = route?.hasFrame === true;
  assumeSession(hasFrame);
  const html = await render(path, appAt(path));
  const later = await render(path, <DrawnLater route={route} />);
  if (!hasFrame) return { html, css: stylesOf(html, later) };
  // The styles of a page whose profile has come. What does not render gets them in the browser.
  let complete = '';
  for (const driver of [...Object.values(sampleDriverIn), withPicture]) {
    assumeSession(true, driver);
    complete += await render(path, appAt(path)).catch(() => '');
  }
  // Those of everything else that the remote may show.
  const ofRemote = [...stylesInNode.keys()].filter((name) => !stylesOfShell.has(name));
  return { html, css: stylesOf(html, later + complete, ofRemote) };
}

function appAt(path: string) {
  const Router = ({ children }: react.PropsWithChildren) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  );
  return <App router={Router} />;
}

/** @throws when a part does not render: React would leave it to the browser, and a page has to be complete */
async function render(path: string, element: react.ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(element, {
    // Otherwise React moves what is large to the end, behind inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => void failures.push(error),
  });
  if (failures.length > 0) throw new AggregateError(failures, `${path} does not render`);
  return await text(prelude);
}
