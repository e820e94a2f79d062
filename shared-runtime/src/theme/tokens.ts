import type { Tokens } from '@pandacss/types';

/** The values of docs/design.md. Contrast was computed pair by pair. */
export const tokens = {
  colors: {
    ink: {
      950: { value: '#120B2E' },
      900: { value: '#1B1240' },
      800: { value: '#2A1E5C' },
      600: { value: '#4B4370' },
      500: { value: '#655D87' },
      300: { value: '#B9B3D1' },
    },
    violet: {
      700: { value: '#4B2BD6' },
      600: { value: '#5B37F0' },
      500: { value: '#7657FF' },
      300: { value: '#B7A6FF' },
    },
    line: { DEFAULT: { value: '#E4E0F2' }, strong: { value: '#8A83A6' } },
    paper: { value: '#FFFFFF' },
    mist: { value: '#F7F5FD' },
    lilac: { value: '#EDE8FF' },
    lime: { value: '#C8F169' },
    signal: { 500: { value: '#FF6B35' }, 700: { value: '#B83A0B' } },
    amber: { value: '#FFC247' },
    success: { DEFAULT: { value: '#0B6B47' }, surface: { value: '#E7F7F0' } },
    danger: { DEFAULT: { value: '#B42318' }, surface: { value: '#FEF0EE' } },
    warning: { DEFAULT: { value: '#7A4B00' }, surface: { value: '#FFF6E0' } },
    info: { DEFAULT: { value: '#1D4FBF' }, surface: { value: '#EAF1FF' } },
  },
  fonts: {
    display: {
      value: "'Bricolage Grotesque Variable', 'Bricolage Fallback', system-ui, sans-serif",
    },
    body: { value: "'Instrument Sans Variable', 'Instrument Fallback', system-ui, sans-serif" },
  },
  // In pixels, at 16 px a rem: 4 8 12 16 24 32 48 64 96 128.
  spacing: Object.fromEntries(
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32].map((step) => [step, { value: `${step / 4}rem` }]),
  ),
  sizes: {
    content: { value: '78rem' },
    prose: { value: '38rem' },
    form: { value: '26.25rem' },
    header: { value: '5rem' },
    input: { value: '3.25rem' },
    // The landing page's strip for drivers: two lines on a phone, more for enlarged text, else one.
    driverStrip: {
      value: 'clamp(3.5rem, (48rem - 100vw) * 99, clamp(6rem, (16rem - 100vw) * 99, 10rem))',
    },
    full: { value: '100%' },
  },
  radii: {
    input: { value: '10px' },
    button: { value: '14px' },
    card: { value: '20px' },
    panel: { value: '28px' },
    full: { value: '9999px' },
  },
  shadows: {
    s: { value: '0 1px 2px rgb(18 11 46 / 0.06), 0 2px 8px rgb(18 11 46 / 0.05)' },
    m: { value: '0 12px 32px -12px rgb(18 11 46 / 0.18)' },
    l: { value: '0 40px 80px -24px rgb(18 11 46 / 0.45)' },
  },
  durations: {
    fast: { value: '120ms' },
    base: { value: '200ms' },
    slow: { value: '400ms' },
    scene: { value: '600ms' },
  },
  easings: { out: { value: 'cubic-bezier(.2,.8,.2,1)' } },
  zIndex: {
    header: { value: 10 },
    panel: { value: 20 },
    popover: { value: 30 },
    toast: { value: 40 },
    overlay: { value: 50 },
    skipLink: { value: 60 },
  },
} satisfies Tokens;
