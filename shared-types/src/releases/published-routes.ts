import { type Static, Type } from 'typebox';
import type { ScreenTexts, StoredRelease } from './release.ts';

/** How the site is shown in search results and shared links. Paths start at its root. */
const SiteIdentity = Type.Object({
  name: Type.String(),
  logo: Type.String(),
  /** Shown beside shared links. Width and height in px. */
  picture: Type.Object({
    path: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    alt: Type.String(),
  }),
});

/** `routes.json`, written into the shell's release: the routes for the gateway. */
export const PublishedRoutes = Type.Object({
  routes: Type.Array(
    Type.Object({
      /** The path as linked; the gateway ignores its case. */
      path: Type.String(),
      /** Route name, such as `Home`. */
      name: Type.String(),
      /** Screen shown there, such as `marketing/Home`. */
      screen: Type.String(),
      /** Whether anybody may see the page, so that it can be prerendered. */
      isPublic: Type.Boolean(),
      /** Whether a driver who is signed in is sent to the profile instead. */
      isForVisitors: Type.Optional(Type.Boolean()),
      /**
       * Whether a page for signed-in drivers is prerendered all the same, with placeholders for their data. Its
       * early script starts the calls for these, see `shell/src/inline/early-calls.ts`.
       */
      hasFrame: Type.Optional(Type.Boolean()),
      /**
       * How much of its remote's files the screen may load, compressed, in kB: scripts, styles, and all together
       * with pictures. Film and sound are not counted.
       */
      limit: Type.Optional(
        Type.Object({ script: Type.Number(), style: Type.Number(), total: Type.Number() }),
      ),
      /** Shared modules that the shell itself needs there, in addition to its entry. */
      uses: Type.Optional(Type.Array(Type.String())),
      /** Keeps search engines away; left out if they may list the page. */
      robots: Type.Optional(Type.Literal('noindex')),
      /** Keeps the page's address from other sites; left out for the default policy. */
      referrer: Type.Optional(Type.Literal('no-referrer')),
    }),
  ),
  notFoundTitle: Type.String(),
  identity: SiteIdentity,
});
export type PublishedRoutes = Static<typeof PublishedRoutes>;
export type PublishedRoute = PublishedRoutes['routes'][number];

/** Returns the texts of a page: those of its screen, or the name of the site while its remote is not published. */
export function textsOf(
  { screen }: PublishedRoute,
  { identity }: PublishedRoutes,
  releases: ReadonlyMap<string, StoredRelease>,
): ScreenTexts {
  const [app = '', name = ''] = screen.split('/');
  return releases.get(app)?.texts?.[name] ?? { title: identity.name };
}

/** Returns the paths that are prerendered with a remote: those of its screens that all visitors see the same. */
export function prerenderedPaths({ routes }: PublishedRoutes, remote: string): string[] {
  return routes
    .filter(({ isPublic, hasFrame, screen }) => {
      return (isPublic || hasFrame) && screen.startsWith(`${remote}/`);
    })
    .map(({ path }) => path);
}
