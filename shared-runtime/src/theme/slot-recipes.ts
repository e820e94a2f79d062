import { defineSlotRecipe } from '@chakra-ui/react';

// Chakra's own lists of slots come with those of all its components.
export const field = defineSlotRecipe({
  className: 'field',
  slots: ['root', 'label', 'errorText', 'helperText'],
  base: {
    root: {
      display: 'flex',
      flexDirection: 'column',
      w: 'full',
      gap: '2',
      // A field that is focused again shows its hint and its error below it.
      '& [aria-invalid=true]': { scrollMarginBottom: '5rem' },
    },
    label: { textStyle: 'label', color: 'ink.900' },
    errorText: {
      display: 'inline-flex',
      alignItems: 'flex-start',
      gap: '2',
      textStyle: 'small',
      color: 'danger',
    },
    helperText: { textStyle: 'small', color: 'ink.500' },
  },
});

export const popover = defineSlotRecipe({
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
});

export const toast = defineSlotRecipe({
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
});
