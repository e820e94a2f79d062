import { MemoryRouter, Route, Routes } from '@kargo/shared-runtime/router';
import { paths } from '@kargo/shared-types/page/paths';
import { renderToString } from 'react-dom/server';
import { routeAt, routes } from './routes.ts';

/** The pattern of the route that the router chooses for an address. */
function patternFor(address: string): string {
  return renderToString(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        {[...routes.map(({ path }) => path), '*'].map((path) => (
          <Route key={path} path={path} element={path} />
        ))}
      </Routes>
    </MemoryRouter>,
  );
}

for (const [name, path] of Object.entries(paths)) {
  test(`paths.${name} leads to its own route, also with a query, slashes and in any case`, () => {
    for (const address of [path(), `${path()}//?a=b#c`, path().toUpperCase()]) {
      expect(patternFor(address)).toBe(path());
      expect(routeAt(address.replace(/\?.*/, ''))?.path).toBe(path());
    }
  });
}

test('an address that is no path leads to the not-found screen', () => {
  expect(patternFor('/nowhere')).toBe('*');
});

test('every route has a path of its own', () => {
  for (const { path } of routes) expect(patternFor(path)).toBe(path);
});
