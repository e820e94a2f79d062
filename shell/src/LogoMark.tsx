import { chakra } from 'shared-runtime/ui';

/** The mark: a K whose stem is the road and whose arm ends in the pin. */
export function LogoMark({ size = '2.75rem' }: { size?: string }) {
  return (
    <chakra.svg aria-hidden viewBox="0 0 48 48" boxSize={size} flexShrink={0}>
      <rect width="48" height="48" rx="13" fill="#5B37F0" />
      <path d="M15 12v24" stroke="#fff" strokeWidth="5.5" strokeLinecap="round" />
      <path
        d="M33 14 22.5 24 33 36"
        fill="none"
        stroke="#fff"
        strokeWidth="5.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="33.5" cy="13.5" r="5.2" fill="#C8F169" stroke="#5B37F0" strokeWidth="2.4" />
    </chakra.svg>
  );
}
