import { chakra } from 'shared-runtime/ui';

/** The route line with a gap, and a parcel on one side of it. Decorative. */
export function InterruptionIllustration({ isOnDark }: { isOnDark: boolean }) {
  const road = isOnDark ? 'violet.300' : 'violet.600';
  const lost = isOnDark ? 'ink.500' : 'line.strong';
  const ground = isOnDark ? 'ink.950' : 'paper';
  return (
    <chakra.svg aria-hidden viewBox="0 0 720 200" w="full" maxW="45rem" h="auto" fill="none">
      <chakra.path
        d="M16 150C90 150 150 146 206 112 250 85 268 58 300 52"
        stroke={road}
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="0.1 13"
      />
      <chakra.circle cx="16" cy="150" r="9" stroke={road} strokeWidth="5" fill={ground} />
      <chakra.path
        d="M424 96C470 134 520 150 568 142 610 135 646 112 662 92"
        stroke={lost}
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="0.1 13"
      />
      <chakra.g stroke="currentColor" strokeWidth="4" strokeLinecap="round">
        <path d="m316 34 8 14M338 26l2 16M404 74l-14-6" />
      </chakra.g>
      <g transform="rotate(24 364 112)">
        <chakra.rect x="334" y="84" width="60" height="54" rx="9" fill="signal.500" />
        <chakra.path d="M356 84h16v20l-8-5-8 5z" fill="lilac" />
      </g>
      <chakra.path
        d="M668 24a26 26 0 0 1 26 26c0 18-26 42-26 42s-26-24-26-42a26 26 0 0 1 26-26Z"
        stroke={lost}
        strokeWidth="4"
        strokeDasharray="7 7"
        fill={ground}
      />
      <chakra.circle cx="668" cy="50" r="8" stroke={lost} strokeWidth="4" />
    </chakra.svg>
  );
}
