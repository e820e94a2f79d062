import { type Static, Type } from 'typebox';
import { parseJson } from '../parse-json.ts';

/** A release that is or was current. */
const ReleaseRecord = Type.Object({
  version: Type.String(),
  /** When it became current last, as ISO 8601, and who made it so. Unknown in a converted map. */
  at: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
  /** How it was judged before the map named it. */
  passed: Type.Union([Type.Literal('all'), Type.Literal('without-browser')]),
  /** Why nothing falls back on it. */
  withdrawn: Type.Optional(Type.String()),
});
export type ReleaseRecord = Static<typeof ReleaseRecord>;

/** The release map, `releaseMapFile`: which releases are served, and which were before. */
export const ReleaseMap = Type.Object({
  /** Grows by one with every change. */
  generation: Type.Integer({ minimum: 0 }),
  /** By app the current release and up to nine before it, each once, the last current one first. */
  apps: Type.Record(Type.String(), Type.Array(ReleaseRecord, { minItems: 1 })),
});
export type ReleaseMap = Static<typeof ReleaseMap>;

/** The map as it was before it held a history. */
const FirstReleaseMap = Type.Object({
  microFrontends: Type.Record(
    Type.String(),
    Type.Array(
      Type.Object({
        /** `/releases/<app>/<version>/<entry>` */
        url: Type.String(),
        fallbackUrl: Type.Optional(Type.String()),
      }),
    ),
  ),
});

/** @throws when the text is no release map, of today or from before it held a history */
export function parseReleaseMap(text: string, source: string): ReleaseMap {
  const map = parseJson(Type.Union([ReleaseMap, FirstReleaseMap]), text, source);
  if ('apps' in map) return map;
  const apps: ReleaseMap['apps'] = {};
  for (const [key, [entry]] of Object.entries(map.microFrontends)) {
    const addresses = entry ? [entry.url, entry.fallbackUrl ?? ''] : [];
    const versions = addresses.map((address) => address.split('/')[3] ?? '').filter(Boolean);
    apps[key.replace('kargo/', '')] = versions.map((version) => ({
      version,
      passed: 'without-browser',
    }));
  }
  return { generation: 0, apps };
}

/** The version of an app that is served; undefined when it is not published. */
export const currentVersion = ({ apps }: ReleaseMap, app: string): string | undefined =>
  apps[app]?.[0]?.version;

/**
 * The versions that may take over from an app's current one, the best first: the newest of those
 * that passed every check, then the newest of the others.
 */
export function standIns({ apps }: ReleaseMap, app: string): string[] {
  const earlier = (apps[app] ?? []).slice(1).filter(({ withdrawn }) => withdrawn === undefined);
  return ['all', 'without-browser'].flatMap((level) =>
    earlier.filter(({ passed }) => passed === level).map(({ version }) => version),
  );
}
