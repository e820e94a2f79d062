import { createRoot } from 'react-dom/client';
import { restoreSession } from 'shared-runtime/session';
import { App } from './App.tsx';
import './fonts.css';
import { registerReleases } from './remote-loading/releases.ts';

registerReleases();
restoreSession();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(<App />);
