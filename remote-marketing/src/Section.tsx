import type { ReactNode } from 'react';
import { Box, Container, Heading, type HeadingProps } from 'shared-runtime/ui';
import type { Anchor } from 'shared-types/paths';

interface SectionProps {
  /** Names the heading that labels the section; see `SectionHeading`. */
  name: string;
  anchor?: Anchor;
  bg: 'paper' | 'mist' | 'lilac' | 'ink.950';
  children: ReactNode;
}

/** A section of the landing page: its ground, its room, its column. */
export function Section({ name, anchor, bg, children }: SectionProps) {
  const isDark = bg === 'ink.950';
  return (
    <Box
      as="section"
      id={anchor}
      aria-labelledby={headingId(name)}
      position="relative"
      overflowX="clip"
      bg={bg}
      color={isDark ? 'white' : undefined}
      data-surface={isDark ? 'dark' : undefined}
    >
      <Container position="relative" py={sectionPadding}>
        {children}
      </Container>
    </Box>
  );
}

const sectionPadding = { base: '4.75rem', md: '6.5rem', xl: '8.5rem' };

interface SectionHeadingProps extends HeadingProps {
  /** The same name as the section's. */
  name: string;
}

/** The heading of a section. It takes the focus when a link leads to the section. */
export function SectionHeading({ name, ...heading }: SectionHeadingProps) {
  return <Heading as="h2" id={headingId(name)} tabIndex={-1} textStyle="h2" {...heading} />;
}

function headingId(name: string): string {
  return `${name}-heading`;
}
