import { chakra, Heading } from '@kargo/shared-runtime/ui';
import type { Elements } from '@kargo/shared-ui/elements';
import { type SectionId, sectionTitles } from './sections.ts';

interface SectionProps {
  id: SectionId;
  tone?: 'plain' | 'danger';
  children: Elements;
}

/** One card of the profile page; the section navigation brings the focus to its heading. */
export function Section({ id, tone = 'plain', children }: SectionProps) {
  return (
    <chakra.section
      id={id}
      aria-labelledby={`${id}-heading`}
      bg="paper"
      borderWidth="1px"
      borderColor={tone === 'danger' ? 'danger' : 'line'}
      borderRadius="card"
      boxShadow={tone === 'danger' ? undefined : 's'}
      p={{ base: '6', md: '8' }}
    >
      <Heading
        as="h2"
        id={`${id}-heading`}
        textStyle="h3"
        tabIndex={-1}
        scrollMarginTop="calc({sizes.header} + 3rem)"
      >
        {sectionTitles[id]}
      </Heading>
      {children}
    </chakra.section>
  );
}
