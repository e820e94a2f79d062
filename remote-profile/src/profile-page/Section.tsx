import { chakra, Heading } from '@kargo/shared-runtime/ui';
import type { Elements } from '@kargo/shared-ui/elements';
import { type SectionId, sectionTitles } from './sections.ts';

/** One card of the profile page; the section navigation brings the focus to its heading. */
export function Section({ id, children }: { id: SectionId; children: Elements }) {
  const isDanger = id === 'danger-zone';
  return (
    <chakra.section
      id={id}
      aria-labelledby={`${id}-heading`}
      bg="paper"
      borderWidth="1px"
      borderColor={isDanger ? 'danger' : 'line'}
      borderRadius="card"
      boxShadow={isDanger ? undefined : 's'}
      p={{ base: 'min(1.5rem, 7.5vw)', md: '8' }}
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
