import { useEffect, useState } from 'react';
import { chakra } from 'shared-runtime/ui';

/** The whole route line; the pin drops onto its end once. */
export function SetupCompleteIllustration() {
  const [hasLanded, setLanded] = useState(false);
  useEffect(() => setLanded(true), []);
  return (
    <chakra.svg
      viewBox="-15 0 320 112"
      w="full"
      maxW="20rem"
      mx="auto"
      aria-hidden
      overflow="visible"
    >
      <chakra.path
        d="M8 92 C 72 92 88 56 144 60 S 208 96 264 88"
        fill="none"
        stroke="violet.600"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="0.1 12"
      />
      <chakra.circle cx="8" cy="92" r="6" fill="paper" stroke="violet.600" strokeWidth="4" />
      <chakra.g
        data-landed={hasLanded || undefined}
        css={{
          opacity: 0,
          transform: 'translateY(-3rem)',
          transition: 'transform 600ms, opacity 200ms',
          transitionTimingFunction: 'out',
          '&[data-landed]': { opacity: 1, transform: 'none' },
        }}
      >
        <chakra.path
          d="M264 88 C 246 66 240 56 240 44 a 24 24 0 0 1 48 0 C 288 56 282 66 264 88 Z"
          fill="lime"
          stroke="ink.950"
          strokeWidth="4"
          strokeLinejoin="round"
        />
        <chakra.path
          d="m254 44 7 7 13 -14"
          fill="none"
          stroke="ink.950"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </chakra.g>
    </chakra.svg>
  );
}
