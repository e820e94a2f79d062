import { css } from '@kargo/shared-runtime/styles';
import type { ComponentProps } from 'react';

/** A notice at the lower edge of the window. Covers none of the page's buttons. */
export function Notice(props: Omit<ComponentProps<'div'>, 'className'>) {
  return <div className={noticeStyle} {...props} />;
}

const noticeStyle = css({
  display: 'flex',
  position: 'fixed',
  // A preview's bar, if there is one, is below.
  mb: 'var(--preview-bar-height, 0px)',
  bottom: { base: '4', md: '8' },
  left: { base: '4', md: '50%' },
  // Leaves room for the button in the corner.
  maxW: 'calc(100vw - 6rem)',
  transform: { md: 'translateX(-50%)' },
  alignItems: 'center',
  gap: '3',
  px: '4',
  py: '3',
  color: 'white',
  bg: 'ink.950',
  border: '1px solid',
  borderColor: 'ink.600',
  borderRadius: 'button',
  boxShadow: 'm',
  textStyle: 'small',
  overflowWrap: 'anywhere',
  zIndex: 'toast',
  animation: 'appear {durations.fast}',
  '@media print': { display: 'none' },
});
