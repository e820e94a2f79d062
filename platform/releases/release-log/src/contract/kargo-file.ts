import { type ApiCall, apiCalls } from '@kargo/shared-types/api/api-calls';
import { Closed } from '@kargo/shared-types/api/closed';
import { ErrorBody } from '@kargo/shared-types/api/error';
import { StoredRelease } from '@kargo/shared-types/releases/release';
import { type Static, Type } from 'typebox';

/** The federation plugins of all bundlers write it into a build's folder. */
export const manifestFile = 'mf-manifest.json';
export const kargoFile = 'kargo.json';

const { properties: ofRelease } = StoredRelease;

/** All calls of the API, by names such as `GET /verify`. */
export const knownCalls: ReadonlyMap<string, ApiCall> = new Map(
  Object.values(apiCalls).map((definition: ApiCall) => [definition.call, definition]),
);

/** A sample may have any shape if the API lacks the call, or nobody reads its response. */
const Samples = Type.Partial(
  Type.Object(
    Object.fromEntries(
      [...knownCalls].flatMap(([call, { response }]) =>
        response ? [[call, Type.Union([response, ErrorBody])]] : [],
      ),
    ),
  ),
);

/** A file in a build's folder or its parent, with what the manifest does not say about a release. */
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
  /** Only `defineRemote` and `defineShell` write this and what follows. Other builds get a hash of their bytes. */
  version: Type.Optional(ofRelease.version),
  commit: ofRelease.commit,
  builtAt: Type.Optional(ofRelease.builtAt),
  sharedPackages: ofRelease.sharedPackages,
  sharedScripts: ofRelease.sharedScripts,
});
export type KargoFile = Static<typeof KargoFile>;
