import { Drawing } from 'shared-ui/drawing/Drawing';
import { Parcel } from 'shared-ui/drawing/map';
import * as paint from 'shared-ui/drawing/paint';
import { Stroke } from 'shared-ui/drawing/Stroke';
import { SvgText } from 'shared-ui/drawing/SvgText';

const speeds = [
  { name: 'Express', to: 350, color: paint.violet600 },
  { name: 'Standard', to: 258, color: paint.violet500 },
  { name: 'Scheduled', to: 166, color: paint.violet300 },
];

/** Three parcels on three lines; a faster one is farther along. */
export function SpeedsIllustration() {
  return (
    <Drawing aria-hidden w="full" h="auto" viewBox="-3 0 403 190">
      {speeds.map(({ name, to, color }, index) => (
        <g key={name} transform={`translate(0 ${index * 64})`}>
          <SvgText x={0} y={16} size="button" weight="semibold" text={name} />
          <Stroke d="M6 40h388" color={paint.violet300} width={3} dots={10} />
          <Stroke d={`M6 40H${to}`} color={color} width={6} />
          <circle cx={6} cy={40} r={6} fill={paint.paper} stroke={color} strokeWidth={4} />
          <Parcel x={to - 12} y={28} size={24} />
        </g>
      ))}
    </Drawing>
  );
}
