import { openPromoVideo } from '@kargo/shared-runtime/layout';
import { Link } from '@kargo/shared-runtime/router';
import {
  Box,
  Button,
  Circle,
  Container,
  chakra,
  Flex,
  Heading,
  HStack,
  Text,
} from '@kargo/shared-runtime/ui';
import { signedInMark } from '@kargo/shared-types/page/page-marks';
import { paths } from '@kargo/shared-types/page/paths';
import { DeviceFrame } from '@kargo/shared-ui/app-screens/DeviceFrame';
import { driverStripHeight } from '@kargo/shared-ui/driver-strip-height';
import { StoreButtons } from '@kargo/shared-ui/StoreButtons';
import { Play } from 'lucide-react';
import { BannerIllustration } from './BannerIllustration.tsx';
import { banner } from './content.ts';

/** Section 1. It starts at the very top of the page, behind the shell's transparent header. */
export function Banner() {
  return (
    <Box
      as="section"
      aria-labelledby="banner-heading"
      data-surface="dark"
      position="relative"
      overflow="hidden"
      css={{ [`[${signedInMark}] &`]: { '--driver-strip-height': driverStripHeight } }}
      bg="ink.950"
      bgImage={`radial-gradient(44rem 34rem at calc(50% + 18rem) 8%, color-mix(in srgb, {colors.violet.600} 58%, transparent), transparent 72%),
        radial-gradient(30rem 22rem at 8% 104%, color-mix(in srgb, {colors.ink.800} 90%, transparent), transparent 75%)`}
    >
      <BannerIllustration />
      <Container
        position="relative"
        display="flex"
        flexDirection={{ base: 'column', lg: 'row' }}
        gap={{ base: '3.5rem', lg: '2rem' }}
        minH={{ lg: '47.5rem' }}
      >
        <Box
          flex="1"
          mt="calc({sizes.header} + var(--driver-strip-height, 0px))"
          pt={{ base: '8', lg: '4.25rem' }}
          pb={{ lg: '9rem' }}
        >
          <HStack gap="2" color="lime" textStyle="label">
            <Circle as="span" size="0.4375rem" bg="lime" />
            <span>{banner.eyebrow}</span>
          </HStack>
          <Heading as="h1" id="banner-heading" tabIndex={-1} textStyle="hero" mt="6">
            {banner.heading.map((line) => (
              <Box as="span" display="block" key={line}>
                {line}
              </Box>
            ))}
          </Heading>
          <Text textStyle="lead" color="ink.300" maxW="36rem" mt="6">
            {banner.lead}
          </Text>
          <Box mt="8">
            <ForDrivers>
              <Button asChild variant="lime" size="lg" w={{ base: 'full', sm: 'auto' }}>
                <Link to={paths.profile()}>Go to your profile</Link>
              </Button>
            </ForDrivers>
            <Stores>
              <StoreButtons surface="dark" isProminent />
            </Stores>
          </Box>
          <Flex align="center" wrap="wrap" columnGap="8" rowGap="3" mt="8">
            <Button
              variant="plain"
              px="0"
              color="white"
              gap="3"
              _hover={{ color: 'lime' }}
              _highContrast={{ px: '3' }}
              onClick={openPromoVideo}
            >
              <Circle size="2.75rem" borderWidth="1px" borderColor="ink.300">
                <Play size={16} fill="currentColor" aria-hidden />
              </Circle>
              Watch how it works
            </Button>
            <HStack wrap="wrap" columnGap="4">
              <Flex aria-hidden>
                {banner.monograms.map(({ letters, color }, index) => (
                  <Circle
                    key={letters}
                    size="2.25rem"
                    borderWidth="2px"
                    borderColor="ink.950"
                    bg={color}
                    color="ink.950"
                    fontSize="0.625rem"
                    fontWeight={700}
                    ml={index === 0 ? '0' : '-0.5rem'}
                  >
                    {letters}
                  </Circle>
                ))}
              </Flex>
              <Text fontWeight={600}>{banner.usedBy}</Text>
            </HStack>
          </Flex>
        </Box>
        <Devices />
      </Container>
    </Box>
  );
}

/** The main action of somebody who is logged in, as the inline script found out. */
const ForDrivers = chakra('div', {
  base: { mb: '3', [`html:not([${signedInMark}]) &`]: { display: 'none' } },
});

/** Leaves the filled button to the main action of drivers. */
const Stores = chakra('div', {
  base: {
    [`[${signedInMark}] &`]: {
      '& > * > :first-child': {
        bg: 'transparent',
        color: 'white',
        border: '1px solid',
        borderColor: 'ink.300',
      },
    },
  },
});

/** Closer to the heading where there is room: from 1200 px, where both just fit, to 1440 px. */
const besideHeading = 'clamp(-3.5rem, calc(-1.25rem - (100vw - 1200px) * 0.15), -1.25rem)';

function Devices() {
  return (
    <Box
      position="relative"
      flexShrink={0}
      w={{ base: 'full', lg: '19rem', xl: '24.5rem' }}
      h={{ base: 'min(25rem, 125vw)', sm: '29rem', lg: 'auto' }}
      maxW={{ base: '30rem', lg: 'none' }}
      mx={{ base: 'auto', lg: '0' }}
      mt={{ lg: 'var(--driver-strip-height, 0px)' }}
    >
      <DeviceFrame
        label="The Kargo app tracking an express delivery on a map: arriving in 12 minutes."
        position="absolute"
        top={{ base: '0', lg: '6rem' }}
        left={{ base: '0', lg: '0', xl: besideHeading }}
        w={{ base: '58%', sm: '17rem', lg: '16.5rem', xl: '18.75rem' }}
        screen="tracking"
      />
      <DeviceFrame
        label="The Kargo app with a new delivery from 14 Market Street to 208 Harbour Road, express."
        position="absolute"
        top={{ base: 'min(4.5rem, 22.5vw)', lg: '12.5rem' }}
        left={{ base: '50%', sm: '13rem', lg: '12.5rem', xl: '13rem' }}
        w={{ base: '58%', sm: '17rem', lg: '16.5rem', xl: '18.75rem' }}
        transform="rotate(4deg)"
        screen="new-delivery"
      />
    </Box>
  );
}
