/** The widths of a journey in px: the usual one, or both in `pnpm proof journeys`. */
export const widths = (usual: 1440 | 390): number[] => (process.env.PROOF ? [1440, 390] : [usual]);
