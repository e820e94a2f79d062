import { Box, Heading, Text } from '@kargo/shared-runtime/ui';
import { Columns } from '../Columns.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { principles } from './content.ts';

export function Principles() {
  return (
    <Section name="principles" bg="paper">
      <Columns split="5fr 7fr" rowGap="8">
        <Box>
          <SectionHeading>{principles.heading}</SectionHeading>
          <Text textStyle="lead" color="ink.600" maxW="26rem" mt="6">
            {principles.text}
          </Text>
        </Box>
        <Box as="ul">
          {principles.promises.map(({ name, text }) => (
            <Box
              as="li"
              key={name}
              py={{ base: '6', md: '8' }}
              borderTopWidth="1px"
              borderColor="line"
              _last={{ borderBottomWidth: '1px' }}
            >
              <Heading as="h3" textStyle="h3">
                {name}
              </Heading>
              <Text color="ink.600" maxW="prose" mt="2">
                {text}
              </Text>
            </Box>
          ))}
        </Box>
      </Columns>
    </Section>
  );
}
