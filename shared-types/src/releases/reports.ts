import { type Static, Type } from 'typebox';

/**
 * What a page reports to the gateway: a part of a release failed, a screen was shown, or how fast
 * the page was. A JSON object of at most `reportBytes`, in which nothing names a person.
 */

export const problemKinds = {
  /** A release did not load, so its fallback took over. */
  gaveWay: 'gave-way',
  screenThrew: 'screen-threw',
  /** A script did not arrive, was blocked, or differs from the published one. */
  scriptFailed: 'script-failed',
  /** The HTML differs from what React renders. Not reported if a translator has changed it. */
  hydration: 'hydration',
  /** The content security policy or the integrity policy blocked something. */
  policy: 'policy',
  /** No release of the remote is left, so the page says that this part did not load. */
  stuck: 'stuck',
  /** The API refused an upload. The message is the error's code. */
  uploadRefused: 'upload-refused',
} as const;
export type ProblemKind = (typeof problemKinds)[keyof typeof problemKinds];

/** The kinds that end a canary. */
export const failureKinds: readonly ProblemKind[] = ['gave-way', 'screen-threw'];

const ofRelease = {
  app: Type.String({ maxLength: 64 }),
  version: Type.String({ maxLength: 128 }),
};

const ProblemReport = Type.Object({
  kind: Type.Enum(Object.values(problemKinds)),
  ...ofRelease,
  /** Such as `marketing/Home`; undefined if the whole page failed. */
  screen: Type.Optional(Type.String({ maxLength: 64 })),
  /** Cleaned by `cleanMessage`. */
  message: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ProblemReport = Static<typeof ProblemReport>;

/** A page showed a screen, also without a load. Sent while the app has a canary (`isCounted`). */
const ViewReport = Type.Object({ kind: Type.Literal('view'), ...ofRelease });

/** How fast a page was, by the release of its shell or remote and the route's path. */
const VitalsReport = Type.Object({
  kind: Type.Literal('vitals'),
  ...ofRelease,
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
