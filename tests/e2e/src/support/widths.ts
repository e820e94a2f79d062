/**
 * The widths, in pixels, at which a journey is made whose steps are the same at each: `pnpm proof journeys`
 * makes it at both.
 */
export const widths = (usual: 1440 | 390): number[] => (process.env.PROOF ? [1440, 390] : [usual]);
