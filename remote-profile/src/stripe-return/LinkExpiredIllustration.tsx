import { chakra } from 'shared-runtime/ui';

/** The route line with its end missing. */
export function LinkExpiredIllustration() {
  return (
    <chakra.svg viewBox="-15 0 320 112" w="full" maxW="20rem" mx="auto" aria-hidden>
      <chakra.g fill="none" stroke="violet.600" strokeWidth="4" strokeLinecap="round">
        <path d="M8 92 C 56 92 76 58 116 58" strokeDasharray="0.1 12" />
        <chakra.path d="M204 78 C 224 90 240 92 264 88" strokeDasharray="0.1 12" opacity={0.4} />
        <chakra.circle cx="8" cy="92" r="6" fill="paper" />
      </chakra.g>
      <chakra.path
        d="m146 44 28 28 m0 -28 -28 28"
        fill="none"
        stroke="signal.700"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <chakra.path
        d="M264 88 C 246 66 240 56 240 44 a 24 24 0 0 1 48 0 C 288 56 282 66 264 88 Z"
        fill="paper"
        stroke="line.strong"
        strokeWidth="4"
        strokeDasharray="6 6"
      />
    </chakra.svg>
  );
}
