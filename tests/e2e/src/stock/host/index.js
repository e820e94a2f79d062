// A bundler provides what its build imports.
import '@kargo/shared-runtime/api-client';
import '@kargo/shared-runtime/configuration';
import '@kargo/shared-runtime/identity';
import '@kargo/shared-runtime/layout';
import '@kargo/shared-runtime/loading';
import '@kargo/shared-runtime/router';
import '@kargo/shared-runtime/session-actions';
import '@kargo/shared-runtime/ui-overlays';
import 'jotai';
import 'react-dom';
import { useSession } from '@kargo/shared-runtime/session';
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { createElement as h, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';

const releases = await (await fetch('/releases/release-map.json')).json();
registerRemotes(
  ['marketing', 'auth'].map((app) => ({
    name: `kargo_${app}`,
    entry: new URL('mf-manifest.json', new URL(releases[app][0].url, location)).href,
  })),
);

const screens = {
  '/company': h(screenOf('marketing', 'About')),
  '/enter': h(screenOf('auth', 'Login')),
};

function screenOf(app, name) {
  const [{ url, version }] = releases[app];
  const href = new URL('styles.css', new URL(url, location)).href;
  const Screen = lazy(() => loadRemote(`kargo_${app}/${name}`));
  return () =>
    // The tokens of its styles hold only inside the release.
    h('div', { 'data-release': version }, [
      h('link', { key: 'styles', rel: 'stylesheet', href, precedence: 'kargo' }),
      h(Screen, { key: 'screen' }),
    ]);
}

function Header() {
  const { token } = useSession();
  return h('p', null, token ? 'The host sees a session. ' : 'The host sees no session. ', [
    ...Object.keys(screens).map((to) => h(Link, { key: to, to }, to)),
  ]);
}

createRoot(document.getElementById('root')).render(
  h(BrowserRouter, null, [
    h(Header, { key: 'header' }),
    h(
      Suspense,
      { key: 'screen', fallback: 'Loading' },
      h(
        Routes,
        null,
        Object.entries(screens).map(([path, element]) => h(Route, { key: path, path, element })),
      ),
    ),
  ]),
);
