import { Route, Routes, useLocationAtOnce } from '@kargo/shared-runtime/router';
import { linkProblemPath } from '@kargo/shared-types/releases/release-addresses';
import { ErrorBoundary } from 'react-error-boundary';
import { RequireAccess } from './access/RequireAccess.tsx';
import { LinkProblem } from './LinkProblem.tsx';
import { MovedNodesBoundary } from './MovedNodesBoundary.tsx';
import { NotFound } from './NotFound.tsx';
import { Page } from './Page.tsx';
import { PageFailed } from './PageFailed.tsx';
import { PageTitle } from './PageTitle.tsx';
import { Root } from './Root.tsx';
import { RemoteScreen } from './remote-loading/RemoteScreen.tsx';
import { report } from './reports/report.ts';
import { notFoundTitle, type Route as RouteOfTable, routes } from './routes.ts';

/** All pages of the site, made from the route table. Use it once, inside a router. */
export function Pages() {
  const { key } = useLocationAtOnce();
  return (
    <ErrorBoundary
      fallback={<PageFailed />}
      onError={(error) => report((it) => it.thrown(error))}
      resetKeys={[key]}
    >
      <MovedNodesBoundary place={key}>
        <Routes>
          <Route element={<Root />}>
            {routes.map((route) => (
              <Route key={route.path} path={route.path} element={<RoutePage route={route} />} />
            ))}
            <Route path={linkProblemPath} element={linkProblem} />
            <Route path="*" element={notFound} />
          </Route>
        </Routes>
      </MovedNodesBoundary>
    </ErrorBoundary>
  );
}

function RoutePage({ route }: { route: RouteOfTable }) {
  const { name, path, layout, access, screen, ground } = route;
  // Placeholders are useless too until the screen's code has loaded.
  const isForm = route.isForm ?? route.hasFrame;
  return (
    <RequireAccess access={access}>
      <Page name={name} path={path} layout={layout}>
        <RemoteScreen id={screen} ground={ground} isForm={isForm} />
      </Page>
    </RequireAccess>
  );
}

const notFound = (
  <Page name="NotFound" path={null}>
    <PageTitle>{notFoundTitle}</PageTitle>
    <NotFound />
  </Page>
);

/** Shown when somebody opens an address of the API. */
const linkProblem = (
  <Page name="LinkProblem" path={null}>
    <LinkProblem />
  </Page>
);
