import type { TextStyles } from '@pandacss/types';

/** Returns a size that grows evenly, from `from` px at a width of 390 px to `to` px at 1248 px. */
function fluid(from: number, to: number): string {
  const slope = (to - from) / (1248 - 390);
  const base = from - slope * 390;
  return `clamp(${from / 16}rem, ${(base / 16).toFixed(3)}rem + ${(slope * 100).toFixed(3)}vw, ${to / 16}rem)`;
}

const display = { fontFamily: 'display', fontWeight: 700, textWrap: 'balance' };

const heading = {
  value: { ...display, fontSize: fluid(34, 56), lineHeight: 1.04, letterSpacing: '-0.03em' },
};

export const textStyles = {
  hero: {
    value: { ...display, fontSize: fluid(44, 84), lineHeight: 0.98, letterSpacing: '-0.035em' },
  },
  h1: heading,
  h2: heading,
  h3: {
    value: {
      ...display,
      fontSize: fluid(22, 28),
      fontWeight: 650,
      lineHeight: 1.2,
      letterSpacing: '-0.015em',
    },
  },
  title: { value: { ...display, fontSize: '1.375rem', fontWeight: 650, lineHeight: 1.25 } },
  lead: { value: { fontSize: fluid(18, 21), lineHeight: 1.55 } },
  body: { value: { fontSize: '1.0625rem', lineHeight: 1.6 } },
  small: { value: { fontSize: '0.90625rem', lineHeight: 1.5, fontWeight: 500 } },
  label: { value: { fontSize: '0.875rem', lineHeight: 1.4, fontWeight: 600 } },
  figure: {
    value: {
      ...display,
      fontSize: fluid(48, 72),
      lineHeight: 1,
      fontVariantNumeric: 'tabular-nums',
    },
  },
} satisfies TextStyles;
