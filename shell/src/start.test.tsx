import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import { hydrateRoot } from 'react-dom/client';
import { provideScreenLoader } from './remote-loading/screen-component.ts';
import { start } from './start.tsx';

jest.mock('react-dom/client', () => ({ hydrateRoot: jest.fn() }));
jest.mock('./remote-loading/federation-host.ts', () => ({ startFederation: jest.fn() }));

test('The code of a prerendered screen is asked for before React comes to it', async () => {
  const auth = [{ url: '/releases/auth/1/remoteEntry.js', version: '1' }];
  document.body.innerHTML = `<div id="root"><h1>Login</h1></div>
    <script type="application/json" id="${pageBlocks.releaseMap}">${JSON.stringify({ auth })}</script>`;
  window.history.replaceState(null, '', '/login');
  const load = jest.fn(() => new Promise<never>(() => {}));
  provideScreenLoader(load);
  await start();
  expect(hydrateRoot).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledWith('auth/Login', expect.objectContaining({ version: '1' }));
});
