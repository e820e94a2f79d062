import { Box, Text } from 'shared-runtime/ui';
import { paint } from '../paint.ts';
import { Section, SectionHeading } from '../Section.tsx';
import { StoreButtons } from '../StoreButtons.tsx';
import { Drawing } from './app-screens/Drawing.tsx';
import { Parcel } from './app-screens/map-parts.tsx';
import { Words } from './app-screens/Words.tsx';
import { Pricing } from './pricing/Pricing.tsx';

/** Section 10: the call to action, where the route line ends, and the plans. */
export function GetStarted() {
  return (
    <Section name="getstarted" anchor="getstarted" bg="ink.950">
      <RouteEnd />
      <Box maxW="38rem">
        <SectionHeading name="getstarted" textStyle="hero">
          Ready when you are
        </SectionHeading>
        <Text textStyle="lead" color="ink.300" mt="6">
          Download Kargo and book your first delivery.
        </Text>
        <Box mt="8">
          <StoreButtons surface="dark" />
        </Box>
      </Box>
      <Pricing />
    </Section>
  );
}

/** The route line comes in from the right and ends at the door, where the parcel is handed over. */
function RouteEnd() {
  return (
    <Drawing
      aria-hidden
      display={{ base: 'none', lg: 'block' }}
      position="absolute"
      top="0"
      right="var(--side)"
      w="380px"
      h="620px"
      overflow="visible"
      viewBox="964 0 380 620"
      fill="none"
    >
      <path
        d="M2400 40C2000 0 1700 40 1500 110s-110 200-240 210c-80 6-100-30-166-4"
        stroke={paint.violet500}
        strokeWidth={3.2}
        strokeDasharray="0.1 11"
        strokeLinecap="round"
      />
      <g transform="translate(1090 322)">
        <ellipse rx={118} ry={36} stroke={paint.lime} strokeOpacity={0.14} strokeWidth={2} />
        <ellipse rx={74} ry={22} stroke={paint.lime} strokeOpacity={0.32} strokeWidth={2} />
        <ellipse rx={30} ry={9} fill={paint.lime} fillOpacity={0.3} />
        <g transform="scale(1.9)">
          <path d="M0 0C-7-15-26-26-26-47a26 26 0 1 1 52 0C26-26 7-15 0 0Z" fill={paint.lime} />
          <circle cy={-47} r={10} fill={paint.ink950} />
        </g>
      </g>
      <HandedOver x={1004} y={386} />
    </Drawing>
  );
}

function HandedOver({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={340} height={92} rx={24} fill={paint.ink900} stroke={paint.ink800} />
      <Parcel x={22} y={23} size={46} />
      <Words x={88} y={41} size="subtitle" weight="semibold" fill={paint.paper}>
        Delivered and signed
      </Words>
      <Words x={88} y={65} size="button" fill={paint.ink300}>
        208 Harbour Road, 2:26 PM
      </Words>
      <circle cx={302} cy={46} r={15} fill={paint.lime} />
      <path
        d="m296 46 4.5 4.5 8-9"
        stroke={paint.ink950}
        strokeWidth={2.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  );
}
