import { type Static, Type } from 'typebox';
import { type Releases, remoteOf, type ScreenTexts } from './release.ts';

/** How search results and shared links show the site. Paths start at its root. */
const SiteIdentity = Type.Object({
  name: Type.String(),
  logo: Type.String(),
  /** The picture of shared links. Width and height are in px. */
  picture: Type.Object({
    path: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    alt: Type.String(),
  }),
});

/** `routes.json` in the shell's release: the routes for the gateway. */
export const PublishedRoutes = Type.Object({
  routes: Type.Array(
    Type.Object({
      /** The path in links; the gateway ignores its case. */
      path: Type.String(),
      /** The name of the route, such as `Home`. */
      name: Type.String(),
      /** The screen at this path, such as `marketing/Home`. */
      screen: Type.String(),
      /** Whether everybody may see the page, so that it can be prerendered. */
      isPublic: Type.Boolean(),
      /** Whether signed-in drivers are redirected to the profile. */
      isForVisitors: Type.Optional(Type.Boolean()),
      /** Whether it is prerendered for drivers, with placeholders; see `inline/early-calls.ts`. */
      hasFrame: Type.Optional(Type.Boolean()),
      /** For its remote's compressed files, in kB. `total` adds pictures, but no film or sound. */
      limit: Type.Optional(
        Type.Object({ script: Type.Number(), style: Type.Number(), total: Type.Number() }),
      ),
      /** Shared modules outside of its entry that the shell itself needs there. */
      uses: Type.Optional(Type.Array(Type.String())),
      /** Keeps search engines away; undefined if they may list the page. */
      robots: Type.Optional(Type.Literal('noindex')),
      /** Hides the page's address from other sites; undefined for the default policy. */
      referrer: Type.Optional(Type.Literal('no-referrer')),
    }),
  ),
  notFoundTitle: Type.String(),
  identity: SiteIdentity,
});
export type PublishedRoutes = Static<typeof PublishedRoutes>;
export type PublishedRoute = PublishedRoutes['routes'][number];

/** Returns the texts of a page's screen, or the name of the site if its remote is not published. */
export function textsOf(
  { screen }: PublishedRoute,
  { identity }: PublishedRoutes,
  releases: Releases,
): ScreenTexts {
  const [app = '', name = ''] = screen.split('/');
  return remoteOf(releases, app)?.texts[name] ?? { title: identity.name };
}

/** Returns the paths of a remote's prerendered pages: all visitors see the same there. */
export function prerenderedPaths({ routes }: PublishedRoutes, remote: string): string[] {
  return routes
    .filter(({ isPublic, hasFrame, screen }) => {
      return (isPublic || hasFrame) && screen.startsWith(`${remote}/`);
    })
    .map(({ path }) => path);
}
