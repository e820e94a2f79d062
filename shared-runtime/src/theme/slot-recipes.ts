import type { SlotRecipeConfig } from '@pandacss/types';

export const popover = {
  className: 'popover',
  slots: ['content'],
  base: {
    content: {
      p: '4',
      '@media (height < 24em)': { p: '2' },
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      bg: 'paper',
      color: 'ink.900',
      borderRadius: 'card',
      boxShadow: 'm',
      borderWidth: '1px',
      borderColor: 'line',
      outline: 0,
      zIndex: 'popover',
    },
  },
} satisfies SlotRecipeConfig;

export const toast = {
  className: 'toast',
  slots: ['root', 'title'],
  base: {
    root: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minW: '18rem',
      maxW: 'calc(100vw - 2rem)',
      p: '4',
      bg: 'ink.900',
      color: 'white',
      borderRadius: 'button',
      boxShadow: 'm',
      _highContrast: { borderWidth: '1px' },
      translate: 'var(--x) var(--y)',
      scale: 'var(--scale)',
      zIndex: 'var(--z-index)',
      height: 'var(--height)',
      opacity: 'var(--opacity)',
      willChange: 'translate, opacity, scale',
      transition: 'translate 400ms, scale 400ms, opacity 400ms, height 400ms',
      transitionTimingFunction: 'out',
    },
    title: { fontWeight: 600 },
  },
} satisfies SlotRecipeConfig;
