import { Box, Text } from 'shared-runtime/ui';
import { Parcel } from 'shared-ui/drawing/map';
import * as paint from 'shared-ui/drawing/paint';
import { RouteLine } from 'shared-ui/drawing/RouteLine';
import { Stroke } from 'shared-ui/drawing/Stroke';
import { SvgText } from 'shared-ui/drawing/SvgText';
import { StoreButtons } from 'shared-ui/StoreButtons';
import { Section, SectionHeading } from '../Section.tsx';
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
          <StoreButtons surface="dark" isProminent />
        </Box>
      </Box>
      <Pricing />
    </Section>
  );
}

/** The route line comes in from the right and ends at the door, where the parcel is handed over. */
function RouteEnd() {
  return (
    <RouteLine
      d="M2400 40C2000 0 1700 40 1500 110s-110 200-240 210c-80 6-100-30-166-4"
      display={{ base: 'none', lg: 'block' }}
      top="0"
      right="var(--side)"
      w="380px"
      h="620px"
      viewBox="964 0 380 620"
    >
      <g transform="translate(1090 322)">
        <ellipse rx={118} ry={36} stroke={paint.lime} strokeOpacity={0.14} strokeWidth={2} />
        <ellipse rx={74} ry={22} stroke={paint.lime} strokeOpacity={0.32} strokeWidth={2} />
        <ellipse rx={30} ry={9} fill={paint.lime} fillOpacity={0.3} />
        <g transform="scale(1.9)">
          <path d="M0 0C-7-15-26-26-26-47a26 26 0 1 1 52 0C26-26 7-15 0 0Z" fill={paint.lime} />
          <circle cy={-47} r={10} fill={paint.ink950} />
        </g>
      </g>
      <g transform="translate(1004 386)">
        <rect width={340} height={92} rx={24} fill={paint.ink900} stroke={paint.ink800} />
        <Parcel x={22} y={23} size={46} />
        <SvgText {...title} size="subtitle" weight="semibold" />
        <SvgText {...address} size="button" />
        <circle cx={302} cy={46} r={15} fill={paint.lime} />
        <Stroke d="m296 46 4.5 4.5 8-9" color={paint.ink950} width={2.8} />
      </g>
    </RouteLine>
  );
}

const title = { x: 88, y: 41, fill: paint.paper, text: 'Delivered and signed' };
const address = { x: 88, y: 65, fill: paint.ink300, text: '208 Harbour Road, 2:26 PM' };
