import { createMemoryRouter } from 'shared-runtime/router';
import { paths } from 'shared-types/page/paths';
import { createRouter } from './router.tsx';
import { routes } from './routes.ts';

/** The pattern of the route that the shell's router chooses for an address. */
function patternFor(address: string): string | undefined {
  const router = createRouter((table) => createMemoryRouter(table, { initialEntries: [address] }));
  const pattern = router.state.matches.at(-1)?.route.path;
  router.dispose();
  return pattern;
}

for (const [name, path] of Object.entries(paths)) {
  test(`paths.${name} leads to its own route, with a query and in any case too`, () => {
    for (const address of [path(), `${path()}?a=b#c`, path().toUpperCase()]) {
      expect(patternFor(address)).toBe(path());
    }
  });
}

test('an address that is no path leads to the not-found screen', () => {
  expect(patternFor('/nowhere')).toBe('*');
});

test('every route has one path of its own, and links to it can be built', () => {
  const known = Object.values(paths).map((path) => path());
  expect(routes.map((route) => route.path).sort()).toEqual([...known].sort());
});
