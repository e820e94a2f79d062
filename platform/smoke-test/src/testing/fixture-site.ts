import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { Screen, TestSite } from '../screens.ts';

const version = '1.0.0';

const apps = ['tried', 'other'] as const;

const releaseOf = (app: string) =>
  testRelease({
    app,
    version,
    entry: 'app.js',
    calls: { [`GET ${apiPaths.verify()}`]: {} },
    ...(app === 'shell' ? { provides: { react: '19.0.0' } } : { copies: { react: ['react.js'] } }),
  });

const screenOf = (app: string, name: string, access: Screen['access'] = 'public'): Screen => ({
  id: `${app}/${name}`,
  app,
  path: `/${app}/${name.replaceAll(' ', '-')}`,
  title: name,
  access,
  limit: undefined,
});

/**
 * Starts a tiny site in place of shell and gateway: a header and a footer around screens that run
 * different code. Screens of the other app link to all screens; one loads the driver's profile.
 *
 * @param codes by screen; each may use `element`, and return a function that runs at its end
 */
export async function startFixtureSite(
  codes: Readonly<Record<string, string>>,
): Promise<TestSite & AsyncDisposable> {
  const screens = [
    ...Object.keys(codes).map((name) => screenOf('tried', name)),
    screenOf('other', 'Other'),
    screenOf('other', 'Profile', 'signed-in'),
  ];
  const server = createServer(async ({ url = '' }, response) => {
    const send = (type: string, text: string) => {
      response.setHeader('content-type', `text/${type}`);
      response.end(text);
    };
    if (screens.some(({ path }) => path === url.split('?')[0])) return send('html', page);
    if (url === routerPath) return send('javascript', router(screens));
    if (url === `${releasePath('tried', version)}react.js`) return send('javascript', '');
    if (url === `${releasePath('tried', version)}app.js`) return send('javascript', app(codes));
    if (url === '/favicon.ico' || url === '/') return send('plain', '');
    if (url.startsWith(apiBasePath)) return send('plain', '');
    if (url === '/terms.pdf') return wait(300).then(() => send('plain', ''));
    if (url === '/?endless')
      return response.writeHead(200, { 'content-type': 'video/mp4' }).write('…');
    if (url === '/slow') return wait(1000).then(() => send('plain', ''));
    response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    releases: new Map(['shell', ...apps].map((app) => [app, releaseOf(app)])),
    screens,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const routerPath = `${releasePath('shell', version)}router.js`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta name="viewport" content="width=device-width">
    <style>:root{--kargo-colors-paper:white}header,footer{padding:20px;background:black}header a,footer a{color:white}main{min-height:2000px}</style>
    <title>Fixture</title>
  </head>
  <body>
    <div id="root">
      <header data-testid="site-header"><a href="/other/Other">Other</a><button aria-expanded="false">Menu</button><button hidden>Log out</button></header>
      <main></main>
      <footer><a href="/other/Other">Other</a></footer>
    </div>
    <script defer src="${releasePath('tried', version)}app.js"></script>
    <script defer src="${routerPath}"></script>
  </body>
</html>`;

const app = (codes: Readonly<Record<string, string>>) => `
  let isSecond = false;
  const kept = [];
  const screens = {
    ${Object.entries(codes)
      .map(([name, code]) => `${JSON.stringify(name)}(element) { ${code} }`)
      .join(',\n')}
  };`;

const router = (list: readonly Screen[]) => `
  const list = ${JSON.stringify(list)};
  let leave;
  function show() {
    const screen = list.find(({ path }) => path === location.pathname);
    leave?.();
    const main = document.querySelector('main');
    main.textContent = '';
    const region = main.appendChild(document.createElement('section'));
    region.dataset.remote = screen.app;
    region.dataset.release = '${version}';
    const heading = region.appendChild(document.createElement('h1'));
    heading.textContent = screen.title;
    heading.__reactFiber = true;
    region.appendChild(document.createElement('button')).textContent = 'Press';
    document.title = screen.title;
    if (screen.app === 'other')
      for (const { path, title } of list) {
        const link = region.appendChild(document.createElement('p')).appendChild(document.createElement('a'));
        link.textContent = title;
        link.href = path;
      }
    if (screen.title === 'Profile') fetch('${apiBasePath}${apiPaths.verify()}');
    leave = screens[screen.title]?.(region);
  }
  const [menu, end] = document.querySelectorAll('header button');
  const open = (isOpen) => {
    menu.ariaExpanded = isOpen;
    end.hidden = !isOpen;
  };
  menu.onclick = () => open(true);
  end.onclick = () => localStorage.removeItem('kargo_web');
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') open(false);
  });
  document.addEventListener('needs-style', () => {
    document.styleSheets[0].insertRule('input, a { color: inherit }');
  });
  addEventListener('popstate', show);
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link || event.defaultPrevented || !list.some(({ path }) => path === link.pathname)) return;
    event.preventDefault();
    history.pushState({ key: 'clicked' }, '', link.href);
    show();
  });
  show();`;
