import { type Static, Type } from 'typebox';
import { parseJson } from '../parse-json.ts';

/** A release that is or was current. */
const ReleaseRecord = Type.Object({
  version: Type.String(),
  /** Last time it became current, as ISO 8601, and who made it current. Unknown in a converted map. */
  at: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
  /** Checks that it passed before it was added to the map. */
  passed: Type.Union([Type.Literal('all'), Type.Literal('without-browser')]),
  /** The reason why it is not used as a fallback. */
  withdrawn: Type.Optional(Type.String()),
});
export type ReleaseRecord = Static<typeof ReleaseRecord>;

/** The release map, `releaseMapFile`: the releases that are served, and those that were before. */
export const ReleaseMap = Type.Object({
  /** Grows by one with every change. */
  generation: Type.Integer({ minimum: 0 }),
  /** By app: the current release and up to nine earlier ones, each once, the most recent first. */
  apps: Type.Record(Type.String(), Type.Array(ReleaseRecord, { minItems: 1 })),
});
export type ReleaseMap = Static<typeof ReleaseMap>;

/** The old format of the map, without a history. */
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

/** @throws when the text is not a release map in the current or the old format */
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
 * Returns the versions that may be an app's fallback, the best first: those that passed every check,
 * then the others, the newest of each first.
 */
export function standIns({ apps }: ReleaseMap, app: string): string[] {
  const earlier = (apps[app] ?? []).slice(1).filter(({ withdrawn }) => withdrawn === undefined);
  return ['all', 'without-browser'].flatMap((level) =>
    earlier.filter(({ passed }) => passed === level).map(({ version }) => version),
  );
}
