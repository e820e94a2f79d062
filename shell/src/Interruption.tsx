import { container, css, cx } from '@kargo/shared-runtime/styles';
import * as paint from '@kargo/shared-ui/drawing/paint';
import { Stroke } from '@kargo/shared-ui/drawing/Stroke';
import type { ReactNode } from 'react';

interface InterruptionProps {
  heading: string;
  children: ReactNode;
  actions: ReactNode;
  /** On a dark background, which continues under the header. */
  isOnDark?: boolean;
}

/** Takes the place of a screen that cannot be shown. Says what happened, and what to do. */
export function Interruption({ heading, children, actions, isOnDark = false }: InterruptionProps) {
  return (
    <div
      className={cx(
        container(),
        css({
          pt: isOnDark
            ? { base: '32', lg: 'calc({sizes.header} + 8rem)' }
            : { base: '16', lg: '32' },
          pb: { base: '16', lg: '32' },
          display: 'grid',
          gridTemplateColumns: { base: '1fr', lg: '1fr 1fr' },
          alignItems: 'center',
          columnGap: '24',
          rowGap: '8',
        }),
      )}
      data-surface={isOnDark ? 'dark' : undefined}
    >
      <InterruptionIllustration isOnDark={isOnDark} />
      <div className={css({ gridArea: { lg: '1 / 1' } })}>
        <h1 className={css({ textStyle: 'h1' })}>{heading}</h1>
        <p className={css({ textStyle: 'lead', color: isOnDark ? 'ink.300' : 'ink.600', mt: '4' })}>
          {children}
        </p>
        <div className={css({ display: 'flex', flexWrap: 'wrap', gap: '3', mt: '8' })}>
          {actions}
        </div>
      </div>
    </div>
  );
}

const onLight = { road: paint.violet600, lost: paint.lineStrong, ground: paint.paper };
const onDark = { road: paint.violet300, lost: paint.ink500, ground: paint.ink950 };

/** The route line with a gap in it, and a parcel on one side. */
function InterruptionIllustration({ isOnDark }: { isOnDark: boolean }) {
  const { road, lost, ground } = isOnDark ? onDark : onLight;
  const line = { width: 4, dots: 13 };
  return (
    <svg
      // Placed explicitly: the drawing may be painted before the text.
      className={css({
        gridArea: { lg: '1 / 2' },
        w: 'full',
        maxW: '45rem',
        h: 'auto',
        fill: 'none',
      })}
      aria-hidden
      viewBox="0 0 720 200"
    >
      <Stroke d="M16 150C90 150 150 146 206 112 250 85 268 58 300 52" color={road} {...line} />
      <circle cx={16} cy={150} r={9} stroke={road} strokeWidth={5} fill={ground} />
      <Stroke d="M424 96C470 134 520 150 568 142 610 135 646 112 662 92" color={lost} {...line} />
      <Stroke d="m316 34 8 14M338 26l2 16M404 74l-14-6" color="currentColor" width={4} />
      <g transform="rotate(24 364 112)">
        <rect x={334} y={84} width={60} height={54} rx={9} fill={paint.signal} />
        <path d="M356 84h16v20l-8-5-8 5z" fill={paint.lilac} />
      </g>
      <path
        d="M668 24a26 26 0 0 1 26 26c0 18-26 42-26 42s-26-24-26-42a26 26 0 0 1 26-26Z"
        stroke={lost}
        strokeWidth={4}
        strokeDasharray="7 7"
        fill={ground}
      />
      <circle cx={668} cy={50} r={8} stroke={lost} strokeWidth={4} />
    </svg>
  );
}
