import { Box, chakra, Text } from 'shared-runtime/ui';
import { paint } from '../paint.ts';
import { StoreButtons } from '../store-buttons/StoreButtons.tsx';
import { Pricing } from './pricing/Pricing.tsx';
import { Section, SectionHeading } from './Section.tsx';

/** Section 10: the call to action, where the route line ends, and the plans. */
export function GetStarted() {
  return (
    <Section name="getstarted" anchor="getstarted" bg="ink.950" backdrop={<RouteEnd />}>
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

function RouteEnd() {
  return (
    <chakra.svg
      aria-hidden
      display={{ base: 'none', lg: 'block' }}
      position="absolute"
      top="0"
      left="50%"
      w="1440px"
      h="560px"
      ml="-720px"
      overflow="visible"
      viewBox="0 0 1440 560"
      fill="none"
    >
      <path
        d="M2400 60C2000 20 1700 60 1480 120c-160 44-110 190-230 214-110 22-130-90-240-60"
        stroke={paint.violet500}
        strokeWidth={3.2}
        strokeDasharray="0.1 11"
        strokeLinecap="round"
      />
      <g transform="translate(1004 276)">
        <path d="M0 0C-7-15-26-26-26-47a26 26 0 1 1 52 0C26-26 7-15 0 0Z" fill={paint.lime} />
        <circle cy={-47} r={10} fill={paint.ink950} />
      </g>
    </chakra.svg>
  );
}
