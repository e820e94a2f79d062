import type { ReactNode } from 'react';
import { Box, chakra } from 'shared-runtime/ui';
import { paint } from './paint.ts';

/** A driver's phone: a job is on offer. It takes the width it is given; all is in proportion. */
export function DriverDevice() {
  return (
    <Box
      role="img"
      aria-label="The Kargo app on a driver's phone: a new request with Accept and Decline"
      w="full"
      aspectRatio="300 / 620"
      borderRadius="16% / 7.74%"
      boxShadow="l"
    >
      <chakra.svg aria-hidden display="block" w="full" h="full" viewBox="0 0 300 620">
        <rect width={300} height={620} rx={48} fill={paint.ink950} />
        <clipPath id="driver-device-screen">
          <rect x={12} y={12} width={276} height={596} rx={36} />
        </clipPath>
        <g clipPath="url(#driver-device-screen)">
          <g transform="translate(12 12)">
            <StreetMap />
            <StatusBar />
            <Request />
          </g>
        </g>
      </chakra.svg>
    </Box>
  );
}

function StreetMap() {
  return (
    <g>
      <rect width={276} height={596} fill={paint.lilac} />
      <path
        d="M0 0h52v66H0zM78 0h92v66H78zM196 0h80v48h-80zM0 92h52v76H0zM196 166h80v58h-80zM0 194h52v92H0zM78 222h92v70H78zM196 250h80v60h-80z"
        fill={paint.block}
      />
      <path d="M78 92h92v104H78z" fill={paint.park} />
      <g stroke={paint.paper} fill="none">
        <path
          strokeWidth={12}
          d="M65-10v400M183-10v400M-10 79h300M-10 209h300M-10 300h300M183 150l120-110"
        />
        <path strokeWidth={5} d="M124 209v100M-10 34h76M230 209v100" />
      </g>
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M65 262v-53h118V98" stroke={paint.paper} strokeWidth={11} />
        <path d="M65 262v-53h118V98" stroke={paint.violet600} strokeWidth={6} />
      </g>
      <circle cx={65} cy={264} r={9} fill={paint.paper} stroke={paint.violet600} strokeWidth={5} />
      <g transform="translate(183 98)">
        <path d="M0 0C-5-11-19-19-19-34a19 19 0 1 1 38 0C19-19 5-11 0 0Z" fill={paint.signal} />
        <circle cy={-34} r={7} fill={paint.paper} />
      </g>
      <g transform="translate(118 209)">
        <rect x={-21} y={-12} width={42} height={24} rx={7} fill={paint.ink950} />
        <rect x={7} y={-8} width={9} height={16} rx={3} fill={paint.lime} />
        <rect x={-16} y={-7} width={17} height={14} rx={3} fill={paint.ink800} />
      </g>
    </g>
  );
}

function StatusBar() {
  return (
    <g fill={paint.ink900}>
      <rect width={276} height={40} fill={paint.lilac} opacity={0.85} />
      <Words x={24} y={27} size={12} weight={650}>
        9:41
      </Words>
      <rect x={212} y={17.5} width={2.6} height={9.5} rx={1} />
      <rect x={207.8} y={20} width={2.6} height={7} rx={1} />
      <rect x={203.6} y={22.5} width={2.6} height={4.5} rx={1} />
      <rect x={224} y={18} width={22} height={10} rx={3.4} opacity={0.3} />
      <rect x={224} y={18} width={15} height={10} rx={3.4} />
    </g>
  );
}

function Request() {
  return (
    <g>
      <rect y={286} width={276} height={320} rx={28} fill={paint.paper} />
      <rect x={118} y={298} width={40} height={4} rx={2} fill={paint.line} />
      <Words x={24} y={332} size={12.5} weight={600} color="violet.700">
        New request · Express
      </Words>
      <Words x={24} y={361} size={23} weight={700} display>
        12 min away
      </Words>
      <Stop y={392} label="Pickup" address="14 Mill Lane">
        <circle
          cx={33}
          cy={400}
          r={6.5}
          fill={paint.paper}
          stroke={paint.violet600}
          strokeWidth={4}
        />
      </Stop>
      <path
        d="M33 413v23"
        stroke={paint.lineStrong}
        strokeWidth={2.4}
        strokeDasharray="0.1 6"
        strokeLinecap="round"
      />
      <Stop y={438} label="Drop-off" address="8 Garden Row">
        <circle cx={33} cy={446} r={8} fill={paint.signal} />
        <circle cx={33} cy={446} r={3} fill={paint.paper} />
      </Stop>
      <rect x={20} y={484} width={92} height={50} rx={15} fill={paint.lilac} />
      <Words x={66} y={514.5} size={14.5} weight={600} anchor="middle">
        Decline
      </Words>
      <rect x={122} y={484} width={134} height={50} rx={15} fill={paint.lime} />
      <Words x={189} y={514.5} size={14.5} weight={650} anchor="middle" color="ink.950">
        Accept
      </Words>
      <rect x={92} y={585} width={92} height={4} rx={2} fill={paint.ink900} />
      <Words x={138} y={560} size={12} anchor="middle" color="ink.500">
        One parcel, signature on delivery
      </Words>
    </g>
  );
}

interface StopProps {
  y: number;
  label: string;
  address: string;
  children: ReactNode;
}

function Stop({ y, label, address, children }: StopProps) {
  return (
    <g>
      {children}
      <Words x={54} y={y + 2} size={11.5} color="ink.500">
        {label}
      </Words>
      <Words x={54} y={y + 19} size={14.5} weight={600}>
        {address}
      </Words>
    </g>
  );
}

interface WordsProps {
  x: number;
  /** Baseline. */
  y: number;
  size: number;
  weight?: number;
  /** Token of a colour. */
  color?: string;
  anchor?: 'middle';
  /** Set in the display face. */
  display?: boolean;
  children: string;
}

/** A line of text in the drawing. Styled by class: the site's reset outdoes SVG's attributes. */
function Words({ x, y, size, weight = 500, color, anchor, display, children }: WordsProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <chakra.text
        fontSize={`${size}px`}
        fontWeight={weight}
        fontFamily={display ? 'display' : 'body'}
        letterSpacing={display ? '-0.02em' : undefined}
        textAnchor={anchor}
        fill={color ?? 'ink.900'}
      >
        {children}
      </chakra.text>
    </g>
  );
}
