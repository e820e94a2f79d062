import { css, cx } from '@kargo/shared-runtime/styles';

/** The route line from one step of a list down to the next one. */
export function DotsDown(props: { className: string }) {
  return <div className={cx(dotsStyle, props.className)} aria-hidden />;
}

const dotsStyle = css({
  position: 'absolute',
  w: '0.25rem',
  bgImage: 'radial-gradient(circle, {colors.violet.500} 1.6px, transparent 2px)',
  bgSize: '0.25rem 0.6875rem',
  bgPosition: 'center top',
  bgRepeat: 'repeat-y',
});
