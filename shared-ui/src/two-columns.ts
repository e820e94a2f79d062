/** Two columns of a grid with the space 6 between them, or one where a column would be narrower than 7.5rem. */
export const twoColumns = 'repeat(auto-fit, minmax(min(100%, max(7.5rem, 50% - 0.75rem)), 1fr))';
