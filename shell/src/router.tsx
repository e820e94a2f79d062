import { createBrowserRouter } from 'shared-runtime/router';
import { RequireAccess } from './access/RequireAccess.tsx';
import { NotFound } from './NotFound.tsx';
import { Page } from './Page.tsx';
import { PageFailed } from './PageFailed.tsx';
import { Root } from './Root.tsx';
import { prepareNavigations } from './remote-loading/prepare-navigation.ts';
import { RemoteScreen } from './remote-loading/RemoteScreen.tsx';
import { notFoundTitle, type Route, routes } from './routes.ts';

type RouteObjects = Parameters<typeof createBrowserRouter>[0];

/** The one router of the page, made from the route table. */
export function createRouter(
  create: (routes: RouteObjects) => ReturnType<typeof createBrowserRouter> = createBrowserRouter,
) {
  const children = routes.map((route) => ({
    path: route.path,
    handle: route.screen,
    element: <RoutePage route={route} />,
  }));
  const router = create([
    {
      element: <Root />,
      errorElement: <PageFailed />,
      children: [...children, { path: '*', element: <NotFoundPage /> }],
    },
  ]);
  prepareNavigations(router);
  return router;
}

function RoutePage({ route }: { route: Route }) {
  const { name, title, path, layout, access, screen, ground } = route;
  // Placeholders are of no use either before the screen's code is there.
  const isForm = route.isForm ?? route.hasFrame;
  return (
    <RequireAccess access={access}>
      <Page name={name} title={title} path={path} layout={layout}>
        <RemoteScreen id={screen} ground={ground} isForm={isForm} />
      </Page>
    </RequireAccess>
  );
}

function NotFoundPage() {
  return (
    <Page name="NotFound" title={notFoundTitle} path={null} layout="shown">
      <NotFound />
    </Page>
  );
}
