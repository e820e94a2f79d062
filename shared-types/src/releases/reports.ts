import { type Static, Type } from 'typebox';

/**
 * What a page tells the gateway at `reportsPath`: that something of a release failed, that one of its screens was
 * shown, or how fast the page was. Nothing in it names a person. Each is a JSON object of at most `reportBytes`.
 */

/** The kinds of problems that a page reports. */
export const problemKinds = {
  /** A release did not load, and gave way to its fallback. */
  gaveWay: 'gave-way',
  /** A screen threw while it was shown. */
  screenThrew: 'screen-threw',
  /** A script did not arrive, was blocked, or is not the one that was published. */
  scriptFailed: 'script-failed',
  /** React found other HTML than it had rendered; not where a translator is at work. */
  hydration: 'hydration',
  /** The content security policy, or the policy of scripts' hashes, refused something. */
  policy: 'policy',
  /** No release of the remote is left: the page says that this part did not load. */
  stuck: 'stuck',
  /** The API refused an upload. The message is the error's code. */
  uploadRefused: 'upload-refused',
} as const;
export type ProblemKind = (typeof problemKinds)[keyof typeof problemKinds];

/** The kinds that end a canary. */
export const failureKinds: readonly ProblemKind[] = ['gave-way', 'screen-threw'];

const ReleaseName = {
  app: Type.String({ maxLength: 64 }),
  version: Type.String({ maxLength: 128 }),
};

const ProblemReport = Type.Object({
  kind: Type.Enum(Object.values(problemKinds)),
  ...ReleaseName,
  /** Such as `marketing/Home`; none where the whole page failed. */
  screen: Type.Optional(Type.String({ maxLength: 64 })),
  /** Cleaned by `cleanMessage`. */
  message: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ProblemReport = Static<typeof ProblemReport>;

/** A screen of an app was shown, also without a page load. Sent only while a canary of the app runs (`isCounted`). */
const ViewReport = Type.Object({ kind: Type.Literal('view'), ...ReleaseName });

/** How fast a page was for a visitor, by the release of its shell or remote and the path of the route, such as `/about`. */
const VitalsReport = Type.Object({
  kind: Type.Literal('vitals'),
  ...ReleaseName,
  route: Type.String({ maxLength: 64 }),
  /** In milliseconds. */
  lcp: Type.Optional(Type.Number({ minimum: 0, maximum: 600_000 })),
  /** In milliseconds. */
  inp: Type.Optional(Type.Number({ minimum: 0, maximum: 600_000 })),
  /** Without a unit. */
  cls: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
});
export type VitalsReport = Static<typeof VitalsReport>;

export const Report = Type.Union([ProblemReport, ViewReport, VitalsReport]);
export type Report = Static<typeof Report>;

/** Maximum size of a report as JSON, in bytes. */
export const reportBytes = 1024;
