import { css } from '@kargo/shared-runtime/styles';

const dayWidth = 'min(2.5rem, (100vw - 3.5rem) / 7)';
const dayHeight = 'clamp(1.5rem, (100dvh - 7rem) / 7, 2.5rem)';

/** The calendar, by react-day-picker's class names. Smaller in small windows, as at 400 % zoom. */
export const calendarStyle = css({
  '& .rdp-months': { position: 'relative' },
  '& .rdp-nav': {
    position: 'absolute',
    insetEnd: 0,
    top: 0,
    display: 'flex',
  },
  '& .rdp-button_previous, & .rdp-button_next': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '2.5rem',
    borderRadius: 'input',
    cursor: 'pointer',
  },
  '& .rdp-nav button:disabled': { opacity: 0.4, cursor: 'not-allowed' },
  '& .rdp-chevron': { boxSize: '1.25rem' },
  '& .rdp-month_caption': {
    h: '2.5rem',
    pe: '6rem',
  },
  '& .rdp-dropdowns': { display: 'flex', gap: '2', h: 'full' },
  '& .rdp-dropdown_root': { position: 'relative', display: 'inline-flex' },
  // The select itself is visible, so the text that would cover it is hidden.
  '& .rdp-dropdown': {
    h: 'full',
    px: '2',
    bg: 'paper',
    fontSize: '1rem',
    fontWeight: 600,
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'input',
    cursor: 'pointer',
  },
  '& .rdp-dropdown_root .rdp-caption_label': { display: 'none' },
  '& .rdp-month_grid': {
    w: 'full',
    mt: '3',
    borderCollapse: 'collapse',
  },
  '& .rdp-weekday': { w: dayWidth, h: dayHeight, textStyle: 'label', color: 'ink.500' },
  '& .rdp-day': { p: 0, textAlign: 'center' },
  '& .rdp-day_button': {
    w: dayWidth,
    h: dayHeight,
    borderRadius: 'input',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
  },
  '& .rdp-day_button:disabled': {
    color: 'ink.500',
    opacity: 0.6,
    cursor: 'not-allowed',
    bg: 'transparent',
  },
  '& .rdp-selected .rdp-day_button': {
    bg: 'violet.600',
    color: 'white',
    fontWeight: 700,
  },
  '@media (hover: hover)': {
    '& :is(.rdp-nav button, .rdp-day_button):hover:not(:disabled)': { bg: 'lilac' },
  },
  _highContrast: {
    '& .rdp-selected .rdp-day_button': {
      forcedColorAdjust: 'none',
      bg: 'Highlight',
      color: 'HighlightText',
      outlineColor: 'CanvasText',
    },
  },
  '@media (width < 24em)': {
    '& .rdp-button_previous, & .rdp-button_next': { w: '2rem' },
    '& .rdp-month_caption': { pe: '4.25rem' },
    '& .rdp-dropdown': { px: 0 },
  },
  '@media (height < 24em)': {
    '& .rdp-button_previous, & .rdp-button_next': { h: '2rem' },
    '& .rdp-month_caption': { h: '2rem' },
    '& .rdp-month_grid': { mt: '1' },
  },
});
