import { css } from '@kargo/shared-runtime/styles';
import { Parcel } from '@kargo/shared-ui/drawing/map';
import * as paint from '@kargo/shared-ui/drawing/paint';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';

// Low until it has passed under the text, which ends at 768 on the narrowest window that shows it.
const line =
  'M-800 610C-500 690-220 640 0 640c170 0 250 40 400 40 60 0 110-1 160-8 120-16 190-16 250-66s90-96 180-96';

/** The start of the route line, up to behind the device. A parcel travels along it once. */
export function BannerIllustration() {
  return (
    <RouteLine
      d={line}
      viewBox="0 0 1440 760"
      className={css({
        display: { base: 'none', xl: 'block' },
        bottom: '0',
        left: '50%',
        w: '1440px',
        h: '760px',
        ml: '-720px',
      })}
    >
      <circle cx={560} cy={672} r={19} fill={paint.lime} opacity={0.4} />
      <circle cx={560} cy={672} r={17} fill={paint.ink950} />
      <circle cx={560} cy={672} r={9} fill={paint.lime} />
      <g
        className={css({
          display: 'none',
          '@media (prefers-reduced-motion: no-preference)': {
            display: 'block',
            offsetPath: `path("${line}")`,
            offsetRotate: '0deg',
            offsetDistance: '100%',
            animation: 'follow-path 3.2s {easings.out} 0.6s backwards',
          },
        })}
      >
        <Parcel x={-13} y={-13} size={26} />
      </g>
    </RouteLine>
  );
}
