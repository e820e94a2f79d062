import { createBrowserRouter } from 'shared-runtime/router';
import { RequireAccess } from './access/RequireAccess.tsx';
import { Layout } from './layout/Layout.tsx';
import { NotFound } from './NotFound.tsx';
import { Page } from './Page.tsx';
import { RemoteScreen } from './remote-loading/RemoteScreen.tsx';
import { notFoundTitle, type Route, routes } from './routes.ts';

/** The one router of the page, made from the route table. */
export function createRouter() {
  return createBrowserRouter([
    ...routes.map((route) => ({ path: route.path, element: <RoutePage route={route} /> })),
    { path: '*', element: <NotFoundPage /> },
  ]);
}

function RoutePage({ route }: { route: Route }) {
  const screen = <RemoteScreen id={route.screen} />;
  return (
    <RequireAccess access={route.access}>
      <Page title={route.title}>
        {route.layout === 'shown' ? <Layout routeName={route.name}>{screen}</Layout> : screen}
      </Page>
    </RequireAccess>
  );
}

function NotFoundPage() {
  return (
    <Page title={notFoundTitle}>
      <Layout routeName="NotFound">
        <NotFound />
      </Layout>
    </Page>
  );
}
