import { css, cx } from '@kargo/shared-runtime/styles';
import * as paint from '@kargo/shared-ui/drawing/paint';
import { Stroke } from '@kargo/shared-ui/drawing/Stroke';

/** A K whose stem is the road and whose arm ends in the pin. */
export function LogoMark(props: { className?: string }) {
  const sign = { color: paint.paper, width: 5.5 };
  return (
    <svg
      className={cx(css({ _byDefault: { boxSize: '2.75rem', flexShrink: 0 } }), props.className)}
      aria-hidden
      viewBox="0 0 48 48"
    >
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
    </svg>
  );
}
