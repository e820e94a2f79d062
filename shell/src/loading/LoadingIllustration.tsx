import { css } from '@kargo/shared-runtime/styles';
import { LogoMark } from '../LogoMark.tsx';

/**
 * The mark above the route line, along which the pin moves once every 1.2 s. Under reduced motion
 * the pin stays at the end.
 *
 * @param note the progress, as text
 */
export function LoadingIllustration({ note }: { note: string | undefined }) {
  return (
    <div className={cardStyle} aria-hidden>
      <LogoMark className={css({ boxSize: '3.5rem' })} />
      <div className={css({ position: 'relative', w: length, h: '1rem' })}>
        <div className={lineStyle} />
        <div className={pinStyle} />
      </div>
      {note && (
        <p
          className={css({
            textStyle: 'label',
            color: 'ink.300',
            fontVariantNumeric: 'tabular-nums',
          })}
        >
          {note}
        </p>
      )}
    </div>
  );
}

const length = '7rem';

const cardStyle = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '6',
  p: '8',
  pb: '6',
  bg: 'ink.950',
  borderRadius: 'panel',
  boxShadow: 'l',
  outline: '1px solid transparent',
});

const lineStyle = css({
  position: 'absolute',
  insetX: '0.5rem',
  top: 'calc(50% - 2px)',
  h: '4px',
  bgImage: 'radial-gradient(circle at 2px, {colors.violet.500} 1.25px, transparent 2px)',
  bgSize: '10px 4px',
});

const pinStyle = css({
  '--line-length': `calc(${length} - 1rem)`,
  position: 'absolute',
  right: 0,
  top: 0,
  boxSize: '1rem',
  bg: 'lime',
  border: '3px solid {colors.ink.950}',
  borderRadius: 'full',
  animation: 'travel-line 1200ms {easings.out} infinite',
});
