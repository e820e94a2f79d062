import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadStyles } from './remote-loading/load-styles.ts';
import { provideScreenLoader } from './remote-loading/screen-component.ts';
import { start } from './start.tsx';

jest.mock('react-dom/client', () => ({ createRoot: jest.fn(), hydrateRoot: jest.fn() }));
jest.mock('./remote-loading/load-styles.ts', () => ({ loadStyles: jest.fn() }));
jest.mock('./remote-loading/federation-host.ts', () => ({ startFederation: jest.fn() }));

test('The code of a prerendered screen is requested before React gets to it', async () => {
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

test('A page without HTML is rendered once it has its styles, and never without', async () => {
  const shell = [{ url: '/releases/shell/1/main.js', version: '1' }];
  document.body.innerHTML = `<div id="root"></div>
    <script type="application/json" id="${pageBlocks.releaseMap}">${JSON.stringify({ shell })}</script>`;
  jest.mocked(loadStyles).mockRejectedValue(new Error('503'));
  await expect(start()).rejects.toThrow('503');
  expect(loadStyles).toHaveBeenCalledWith(expect.objectContaining({ app: 'shell' }));
  expect(createRoot).not.toHaveBeenCalled();
  jest.mocked(loadStyles).mockResolvedValue();
  const render = jest.fn();
  jest.mocked(createRoot).mockReturnValue({ render, unmount: jest.fn() });
  await start();
  expect(render).toHaveBeenCalledTimes(1);
});
