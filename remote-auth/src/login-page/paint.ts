/** Colours of the theme for `fill` and `stroke` of drawings, and the few that only drawings use. */
export const paint = {
  ink950: 'var(--kargo-colors-ink-950)',
  ink900: 'var(--kargo-colors-ink-900)',
  ink800: 'var(--kargo-colors-ink-800)',
  violet600: 'var(--kargo-colors-violet-600)',
  violet500: 'var(--kargo-colors-violet-500)',
  violet300: 'var(--kargo-colors-violet-300)',
  line: 'var(--kargo-colors-line)',
  lineStrong: 'var(--kargo-colors-line-strong)',
  paper: 'var(--kargo-colors-paper)',
  lilac: 'var(--kargo-colors-lilac)',
  lime: 'var(--kargo-colors-lime)',
  signal: 'var(--kargo-colors-signal-500)',
  /** Blocks of houses on the map, one tone under the lilac ground. */
  block: '#E1D9FD',
  park: '#DCEFD6',
} as const;
