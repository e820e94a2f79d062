import { paint } from '../../paint.ts';
import { Drawing } from '../app-screens/Drawing.tsx';
import { Words } from '../app-screens/Words.tsx';

const speeds = [
  { name: 'Express', to: 350, color: paint.violet600 },
  { name: 'Standard', to: 258, color: paint.violet500 },
  { name: 'Scheduled', to: 166, color: paint.violet300 },
];

/** Three parcels on three lines: the faster, the farther. */
export function SpeedsPicture() {
  return (
    <Drawing aria-hidden w="full" h="auto" viewBox="-3 0 403 190" fill="none">
      {speeds.map(({ name, to, color }, index) => (
        <g key={name} transform={`translate(0 ${index * 64})`}>
          <Words x={0} y={16} size="button" weight="semibold">
            {name}
          </Words>
          <path
            d="M6 40h388"
            stroke={paint.violet300}
            strokeWidth={3}
            strokeDasharray="0.1 10"
            strokeLinecap="round"
          />
          <path d={`M6 40H${to}`} stroke={color} strokeWidth={6} strokeLinecap="round" />
          <circle cx={6} cy={40} r={6} fill={paint.paper} stroke={color} strokeWidth={4} />
          <g transform={`translate(${to - 12} 28)`}>
            <rect width={24} height={24} rx={6} fill={paint.signal} />
            <rect x={9} width={6} height={24} fill={paint.lilac} />
          </g>
        </g>
      ))}
    </Drawing>
  );
}
