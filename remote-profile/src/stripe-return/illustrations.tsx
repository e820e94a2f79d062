import { css } from '@kargo/shared-runtime/styles';
import * as paint from '@kargo/shared-ui/drawing/paint';
import { Stroke } from '@kargo/shared-ui/drawing/Stroke';
import { type ReactNode, useEffect, useState } from 'react';

const pin = 'M264 88 C 246 66 240 56 240 44 a 24 24 0 0 1 48 0 C 288 56 282 66 264 88 Z';
const road = { color: paint.violet600, width: 4, dots: 12 };

/** The route line with its end missing. */
export function LinkExpiredIllustration() {
  return (
    <Illustration>
      <Stroke d="M8 92 C 56 92 76 58 116 58" {...road} />
      <Stroke d="M204 78 C 224 90 240 92 264 88" {...road} opacity={0.4} />
      <Start />
      <Stroke d="m146 44 28 28 m0 -28 -28 28" color={paint.signal700} width={6} />
      <path
        d={pin}
        fill={paint.paper}
        stroke={paint.lineStrong}
        strokeWidth={4}
        strokeDasharray="6 6"
      />
    </Illustration>
  );
}

/** The whole route line; the pin drops onto its end once. */
export function SetupCompleteIllustration() {
  const [hasLanded, setLanded] = useState(false);
  useEffect(() => setLanded(true), []);
  return (
    <Illustration>
      <Stroke d="M8 92 C 72 92 88 56 144 60 S 208 96 264 88" {...road} />
      <Start />
      <g
        className={css({
          opacity: 0,
          transform: 'translateY(-3rem)',
          transition: 'transform 600ms, opacity 200ms',
          transitionTimingFunction: 'out',
          '&[data-landed]': { opacity: 1, transform: 'none' },
        })}
        data-landed={hasLanded || undefined}
      >
        <path d={pin} fill={paint.lime} />
        <Stroke d={pin} color={paint.ink950} width={4} />
        <Stroke d="m254 44 7 7 13 -14" color={paint.ink950} width={4} />
      </g>
    </Illustration>
  );
}

function Illustration({ children }: { children: ReactNode }) {
  const look = css({ w: 'full', maxW: '20rem', mx: 'auto', overflow: 'visible' });
  return (
    <svg aria-hidden viewBox="-15 0 320 112" className={look}>
      {children}
    </svg>
  );
}

function Start() {
  return (
    <circle cx={8} cy={92} r={6} fill={paint.paper} stroke={paint.violet600} strokeWidth={4} />
  );
}
