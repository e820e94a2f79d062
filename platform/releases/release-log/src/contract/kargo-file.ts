import { type ApiCall, apiCalls } from '@kargo/shared-types/api/api-calls';
import { Closed } from '@kargo/shared-types/api/closed';
import { ErrorBody } from '@kargo/shared-types/api/error';
import { StoredRelease } from '@kargo/shared-types/releases/release';
import { type Static, Type } from 'typebox';

/** Written by the federation plugins of all bundlers, in a build's folder. */
export const manifestFile = 'mf-manifest.json';
export const kargoFile = 'kargo.json';

const { properties: ofRelease } = StoredRelease;

/** All calls of the API, by names such as `GET /verify`. */
export const knownCalls: ReadonlyMap<string, ApiCall> = new Map(
  Object.values(apiCalls).map((definition: ApiCall) => [definition.call, definition]),
);

/** Samples of calls that the API lacks, or whose response nobody reads, may have any shape. */
const Samples = Type.Partial(
  Type.Object(
    Object.fromEntries(
      [...knownCalls].flatMap(([call, { response }]) =>
        response ? [[call, Type.Union([response, ErrorBody])]] : [],
      ),
    ),
  ),
);

/** In a build's folder, or its parent: what a release needs to state and its manifest does not. */
export const KargoFile = Closed({
  app: ofRelease.app,
  owner: ofRelease.owner,
  /** The texts of each exposed screen. */
  screens: ofRelease.texts,
  /** The calls of the API that its code makes. */
  calls: Type.Optional(Type.Array(Type.Enum([...knownCalls.keys()]))),
  samples: Type.Optional(Samples),
  drivers: Type.Optional(Type.Record(Type.String(), Samples)),
  uses: ofRelease.uses,
  /** This and the following are written by `defineRemote` and `defineShell` only. Others get a hash of their bytes. */
  version: Type.Optional(ofRelease.version),
  commit: ofRelease.commit,
  builtAt: Type.Optional(ofRelease.builtAt),
  sharedPackages: ofRelease.sharedPackages,
  sharedScripts: ofRelease.sharedScripts,
});
export type KargoFile = Static<typeof KargoFile>;
