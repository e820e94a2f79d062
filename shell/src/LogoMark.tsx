import { chakra } from '@kargo/shared-runtime/ui';
import { LogoShapes } from '@kargo/shared-ui/drawing/LogoShapes';
import * as paint from '@kargo/shared-ui/drawing/paint';

export function LogoMark({ size = '2.75rem' }: { size?: string }) {
  return (
    <chakra.svg aria-hidden viewBox="0 0 48 48" boxSize={size} flexShrink={0}>
      <LogoShapes ground={paint.violet600} sign={paint.paper} pin={paint.lime} />
    </chakra.svg>
  );
}
