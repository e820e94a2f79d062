import { createRoot } from 'react-dom/client';
import { restoreSession } from 'shared-runtime/session';
import { App } from './App.tsx';
import './fonts.css';
import { startFederation } from './remote-loading/federation-host.ts';

startFederation();
restoreSession();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(<App />);
