import { Box, type BoxProps, Grid, Heading, Text } from '@kargo/shared-runtime/ui';
import type { ReactNode } from 'react';
import { Drawing } from '../Drawing.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { FreeTrial } from './free-trial/FreeTrial.tsx';

const smallCards = [
  { icon: 'pen', title: 'Proof you can keep', text: 'Signature or photo when required.' },
  {
    icon: 'shield',
    title: 'Screened and insured',
    text: 'Every driver is reviewed before the first delivery.',
  },
  {
    icon: 'headphones',
    title: 'Help around the clock',
    text: 'Support is there 24-7, in the app.',
  },
];

/** Section 3: one tall card, two wide, three small, and the free trial. */
export function Features() {
  return (
    <Section name="features" anchor="features" bg="mist" isFarDown>
      <SectionHeading maxW="44rem">Everything between pickup and hand-over</SectionHeading>
      <Grid
        gap="6"
        mt={{ base: '2.5rem', md: '16' }}
        gridTemplateColumns={{ base: '1fr', md: '1fr 1fr', lg: '5fr 7fr' }}
      >
        <Card
          gridRow={{ md: 'span 2' }}
          position="relative"
          display="flex"
          flexDirection="column"
          bg="violet.600"
          color="white"
          outlineColor="transparent"
        >
          <Box p={{ base: '6', md: '8' }}>
            <Heading as="h3" textStyle="h3">
              Live on the map
            </Heading>
            <Text mt="2">Track your package from pickup to drop-off.</Text>
          </Box>
          <Box position="relative" flex="1" minH="20rem">
            <Drawing
              name="live-map"
              aria-hidden
              position="absolute"
              inset="0"
              boxSize="full"
              viewBox="0 92 276 330"
              preserveAspectRatio="xMidYMin slice"
            />
          </Box>
        </Card>
        <WideCard
          title="Three speeds"
          text="Standard, express or scheduled."
          picture={<Picture name="speeds" viewBox="-3 0 403 190" />}
        />
        <WideCard
          title="Talk to your driver"
          text="Call or message, if enabled."
          picture={<Picture name="chat" viewBox="0 0 400 190" />}
        />
      </Grid>
      <Grid gap="6" mt="6" gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
        {smallCards.map(({ icon, title, text }) => (
          <Card key={title} p={{ base: '6', md: '8' }}>
            <Drawing
              name={icon}
              aria-hidden
              color="violet.600"
              boxSize="1.5rem"
              viewBox="0 0 24 24"
            />
            <Heading as="h3" textStyle="title" mt={{ base: '4', md: '8' }}>
              {title}
            </Heading>
            <Text color="ink.600" mt="2">
              {text}
            </Text>
          </Card>
        ))}
      </Grid>
      <FreeTrial />
    </Section>
  );
}

function Card(props: BoxProps) {
  return (
    <Box
      overflow="hidden"
      bg="paper"
      borderRadius="panel"
      outline="1px solid {colors.line}"
      outlineOffset="-1px"
      {...props}
    />
  );
}

function WideCard({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <Card
      display="grid"
      gridTemplateColumns={{ base: '1fr', xl: '5fr 7fr' }}
      alignItems="center"
      minH={{ xl: '15rem' }}
    >
      <Box p={{ base: '6', md: '8' }} alignSelf="start">
        <Heading as="h3" textStyle="h3">
          {title}
        </Heading>
        <Text color="ink.600" mt="2">
          {text}
        </Text>
      </Box>
      <Box
        px={{ base: '6', md: '8' }}
        pb={{ base: '6', md: '8' }}
        pt={{ xl: '6' }}
        ps={{ xl: '0' }}
      >
        {picture}
      </Box>
    </Card>
  );
}

function Picture(drawing: { name: string; viewBox: string }) {
  // The dark letters in it stay on white.
  const ground = { forcedColorAdjust: 'none', bg: 'white' } as const;
  return <Drawing aria-hidden w="full" h="auto" _highContrast={ground} {...drawing} />;
}
