/** Widths, in pixels, of a journey with the same steps at each: `pnpm proof journeys` makes it at both. */
export const widths = (usual: 1440 | 390): number[] => (process.env.PROOF ? [1440, 390] : [usual]);
