/** Colours of the theme for `fill` and `stroke` of drawings. */
export const ink950 = 'var(--kargo-colors-ink-950)';
export const ink900 = 'var(--kargo-colors-ink-900)';
export const ink800 = 'var(--kargo-colors-ink-800)';
export const ink500 = 'var(--kargo-colors-ink-500)';
export const violet600 = 'var(--kargo-colors-violet-600)';
export const violet500 = 'var(--kargo-colors-violet-500)';
export const violet300 = 'var(--kargo-colors-violet-300)';
export const lineStrong = 'var(--kargo-colors-line-strong)';
export const paper = 'var(--kargo-colors-paper)';
export const lilac = 'var(--kargo-colors-lilac)';
export const lime = 'var(--kargo-colors-lime)';
export const signal = 'var(--kargo-colors-signal-500)';
export const signal700 = 'var(--kargo-colors-signal-700)';
export const amber = 'var(--kargo-colors-amber)';
