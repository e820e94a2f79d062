import { Box, Stack, Text } from '@kargo/shared-runtime/ui';
import { Columns } from '../Columns.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { story } from './content.ts';
import { PeopleIllustration } from './PeopleIllustration.tsx';

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
