import { Box, Flex, Stack, Text } from '@kargo/shared-runtime/ui';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';
import { Columns } from '../Columns.tsx';
import { Portrait } from '../home/illustrations/Portrait.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { people, peoplePicture, story } from './content.ts';

export function Story() {
  return (
    <Section name="story" bg="paper">
      <Columns split="6fr 6fr" columnGap={{ lg: '12', xl: '24' }} rowGap="12" alignItems="center">
        <Box>
          <SectionHeading>{story.heading}</SectionHeading>
          <Stack gap="6" mt="6" maxW="prose" color="ink.600">
            {story.paragraphs.map((paragraph, index) => (
              <Text key={paragraph} textStyle={index === 0 ? 'lead' : undefined}>
                {paragraph}
              </Text>
            ))}
          </Stack>
        </Box>
        <PeopleIllustration />
      </Columns>
    </Section>
  );
}

function PeopleIllustration() {
  return (
    <Box
      role="img"
      aria-label={peoplePicture}
      position="relative"
      overflow="hidden"
      px={{ base: '6', sm: '8', xl: '12' }}
      py={{ base: '8', xl: '12' }}
      bg="lilac"
      borderRadius="panel"
    >
      <RouteLine
        d="M-20 6C4 2 16 8 17 22s0 12 26 14 40 2 40 14-6 16-34 16S18 70 17 82s20 22 90 12"
        isStretched
        inset="0"
        boxSize="full"
        viewBox="0 0 100 100"
      />
      <Flex aria-hidden position="relative" direction="column" gap={{ base: '8', xl: '12' }}>
        {people.map(personCard)}
      </Flex>
    </Box>
  );
}

function personCard({ name, part, says, image }: (typeof people)[number], index: number) {
  const isMirrored = index % 2 === 1;
  return (
    <Flex
      key={name}
      direction={isMirrored ? 'row-reverse' : 'row'}
      align="center"
      wrap="wrap"
      gap={{ base: '3', sm: '6' }}
      textAlign={isMirrored ? 'end' : 'start'}
    >
      <Box borderRadius="card" boxShadow="0 0 0 4px {colors.paper}">
        <Portrait seed={image} name={name} />
      </Box>
      <Box
        flex="1 1 7rem"
        maxW="max-content"
        px={{ base: '4', sm: '6' }}
        py={{ base: '3', sm: '4' }}
        bg="paper"
        borderRadius="card"
        boxShadow="s"
      >
        <Text textStyle="title">{says}</Text>
        <Text color="ink.500" mt="1">
          {`${name} ${part}`}
        </Text>
      </Box>
    </Flex>
  );
}
