import type { ReactNode } from 'react';
import { chakra, Heading, Text } from 'shared-runtime/ui';

interface SectionProps {
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** One card of the profile page; the section navigation brings the focus to its heading. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <chakra.section
      id={id}
      aria-labelledby={`${id}-heading`}
      bg="paper"
      borderWidth="1px"
      borderColor="line"
      borderRadius="card"
      boxShadow="s"
      p={{ base: '6', md: '8' }}
      scrollMarginTop="calc({sizes.header} + 1.5rem)"
    >
      <Heading as="h2" id={`${id}-heading`} textStyle="h3" tabIndex={-1}>
        {title}
      </Heading>
      {lead && (
        <Text color="ink.600" mt="2">
          {lead}
        </Text>
      )}
      {children}
    </chakra.section>
  );
}
