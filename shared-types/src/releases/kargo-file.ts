import { type Static, Type } from 'typebox';
import { type ApiCall, apiCalls } from '../api/api-calls.ts';
import { Closed } from '../api/closed.ts';
import { ErrorBody } from '../api/error.ts';
import { RemoteRelease, ShellRelease } from './release.ts';

/** The federation plugins of all bundlers write it into a build's folder. */
export const manifestFile = 'mf-manifest.json';
export const kargoFile = 'kargo.json';

const { properties: ofShell } = ShellRelease;
const { properties: ofRemote } = RemoteRelease;

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

/** A file in a build's folder or its parent, with facts that the manifest lacks. */
export const KargoFile = Closed({
  app: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  owner: ofRemote.owner,
  /** The texts of each exposed screen. */
  screens: Type.Optional(ofRemote.texts),
  /** The calls of the API that its code makes. */
  calls: Type.Optional(Type.Array(Type.Enum([...knownCalls.keys()]))),
  samples: Type.Optional(Samples),
  drivers: Type.Optional(Type.Record(Type.String(), Samples)),
  uses: ofRemote.uses,
  /** This and the rest come from `defineRemote` and `defineShell`; other builds get a hash. */
  version: Type.Optional(ofRemote.version),
  commit: ofRemote.commit,
  builtAt: Type.Optional(ofRemote.builtAt),
  sharedPackages: ofShell.sharedPackages,
  sharedScripts: ofShell.sharedScripts,
});
export type KargoFile = Static<typeof KargoFile>;
