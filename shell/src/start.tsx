import { BrowserRouter } from '@kargo/shared-runtime/router';
import { getSession, restoreSession } from '@kargo/shared-runtime/session';
import { type ErrorInfo, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { holdEntries } from './entries.ts';
import { startFederation } from './remote-loading/federation-host.ts';
import { loadStyles } from './remote-loading/load-styles.ts';
import { pageScreenSettled } from './remote-loading/prerendered-screen.ts';
import { readPageBlock } from './remote-loading/release-map.ts';
import {
  chosenRelease,
  isShellDeleted,
  releasesOf,
  runningShell,
} from './remote-loading/tracked-releases.ts';
import { provideReports, report, startReporting } from './reports/report.ts';
import { routeAt } from './routes.ts';
import { offerWhoMade } from './who-made/offer-who-made.ts';

/** Renders the page, or hydrates the HTML that it came with. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  restoreSession();
  // The inline script already redirects signed-out visitors, unless it could not read the storage.
  const isOthersFrame = routeAt(location.pathname)?.hasFrame && getSession().token === null;
  if (isOthersFrame) root.replaceChildren();
  const isPrerendered = root.hasChildNodes();
  provideReports({ routeAt, runningShell, isShellDeleted, releasesOf, chosenRelease });
  readPageBlock();
  startFederation(isPrerendered);
  offerWhoMade();
  // It loads while React takes over the rest of the page.
  const screenSettled = isPrerendered && pageScreenSettled();

  // Where a translator has changed texts, React redraws the page without unloaded screens.
  const isTranslated = isPrerendered && root.querySelector('font, [_msttexthash]');
  if (isTranslated) {
    document.getElementById('start-page')?.remove();
    await screenSettled;
  }
  const [shell] = releasesOf('shell');
  if (!isPrerendered && shell) await loadStyles(shell);
  holdEntries();
  const app = <App router={BrowserRouter} />;
  const onRecoverableError = (error: unknown, info: ErrorInfo) => {
    // By default React would throw it again, and it would be reported as thrown.
    console.error(error);
    if (!isTranslated) report((it) => it.hydrationFailed(error, info));
  };
  // A transition yields to the browser every few milliseconds.
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
  else createRoot(root).render(app);
  if (shell) void loadStyles(shell).catch(console.error);
  // Until now the inline script has handled errors.
  startReporting();
}
