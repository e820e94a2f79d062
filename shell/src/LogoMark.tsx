import { chakra } from '@kargo/shared-runtime/ui';
import * as paint from '@kargo/shared-ui/drawing/paint';
import { Stroke } from '@kargo/shared-ui/drawing/Stroke';

/** A K whose stem is the road and whose arm ends in the pin. */
export function LogoMark({ size = '2.75rem' }: { size?: string }) {
  const sign = { color: paint.paper, width: 5.5 };
  return (
    <chakra.svg aria-hidden viewBox="0 0 48 48" boxSize={size} flexShrink={0}>
      <rect width="48" height="48" rx="13" fill={paint.violet600} />
      <Stroke d="M15 12v24" {...sign} />
      <Stroke d="M33 14 22.5 24 33 36" {...sign} />
      <circle
        cx="33.5"
        cy="13.5"
        r="5.2"
        fill={paint.lime}
        stroke={paint.violet600}
        strokeWidth="2.4"
      />
    </chakra.svg>
  );
}
