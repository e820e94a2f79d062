import { createRoot, hydrateRoot } from 'react-dom/client';
import { restoreSession } from 'shared-runtime/session';
import { createStyleCache } from 'shared-runtime/style-cache';
import { App } from './App.tsx';
import './fonts.css';
import { startFederation } from './remote-loading/federation-host.ts';
import { createRouter } from './router.tsx';
import './start-page.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const isPrerendered = root.hasChildNodes();
startFederation(isPrerendered);
restoreSession();

const app = <App router={createRouter()} styles={createStyleCache()} />;
if (isPrerendered) hydrateRoot(root, app);
else createRoot(root).render(app);
