import { type Static, Type } from 'typebox';

/** Address of the `ReleaseFigures` on the operators' port of a gateway. */
export const releaseFiguresPath = '/releases.json';

/** What visitors' pages have told a gateway within an hour, of each current release and canary. */
export const ReleaseFigures = Type.Array(
  Type.Object({
    app: Type.String(),
    version: Type.String(),
    /** Screens that were shown, told only while a canary runs, and pages in which it failed. */
    views: Type.Integer(),
    failures: Type.Integer(),
    /** The 75th percentile; in seconds, CLS without a unit. */
    lcp: Type.Optional(Type.Number()),
    inp: Type.Optional(Type.Number()),
    cls: Type.Optional(Type.Number()),
  }),
);
export type ReleaseFigures = Static<typeof ReleaseFigures>;

/** Puts figures into words, such as `3 of 40 views, 7.5 %`, or `3` where no views were told. */
export function inWords(figures: ReleaseFigures[number]): Record<string, string> {
  const { views, failures, lcp, inp, cls } = figures;
  const share = `${failures} of ${views} views, ${((100 * failures) / views).toFixed(1)}\u00a0%`;
  const seconds = (value?: number) => (value === undefined ? '–' : `${value.toFixed(2)} s`);
  return {
    Failed: views === 0 ? `${failures}` : share,
    LCP: seconds(lcp),
    INP: seconds(inp),
    CLS: cls?.toFixed(2) ?? '–',
  };
}
