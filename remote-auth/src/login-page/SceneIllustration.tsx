import { css, cx } from '@kargo/shared-runtime/styles';
import { MapPin, MapVan, Parcel } from '@kargo/shared-ui/drawing/map';
import * as paint from '@kargo/shared-ui/drawing/paint';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';

const fillsStyle = css({ inset: '0', boxSize: 'full' });

/** The route line across the scene, from a parcel at the top to the pin at the bottom. */
export function TallIllustration() {
  return (
    <RouteLine
      className={fillsStyle}
      preserveAspectRatio="xMidYMid slice"
      d="M-60 250C60 190 150 180 196 214c62 46 20 150 110 210 130 86 300-40 398 60 70 72 20 190-60 232"
      color={paint.paper}
      viewBox="0 0 840 900"
      ground={
        <>
          <circle cx={640} cy={330} r={470} fill={paint.violet500} />
          <circle cx={640} cy={330} r={300} fill={paint.violet300} opacity={0.22} />
        </>
      }
    >
      <Parcel x={169} y={187} size={54} />
      <MapPin x={644} y={716} scale={1.6} isOnViolet />
    </RouteLine>
  );
}

/** The same on a small screen, with a van on its way. */
export function WideIllustration() {
  return (
    <RouteLine
      preserveAspectRatio="xMidYMid slice"
      d="M-170 92C-80 60-30 52 24 70c60 20 90 26 146 4 50-20 92-22 152 14"
      color={paint.paper}
      viewBox="0 0 390 120"
      ground={
        <>
          <circle cx={330} cy={30} r={150} fill={paint.violet500} />
          <circle cx={330} cy={30} r={92} fill={paint.violet300} opacity={0.22} />
        </>
      }
      className={cx(fillsStyle, css({ display: { base: 'block', md: 'none' } }))}
    >
      <Parcel x={41} y={61} size={34} />
      <MapVan x={184} y={68} turn={-16} scale={1.14} />
      <MapPin x={322} y={88} isOnViolet />
    </RouteLine>
  );
}
