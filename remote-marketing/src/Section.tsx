import { Box, Container, Heading, type HeadingProps } from '@kargo/shared-runtime/ui';
import { fromTopMark } from '@kargo/shared-types/page/page-marks';
import type { Anchor } from '@kargo/shared-types/page/paths';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

interface SectionProps {
  /** Unique to the section in its page. */
  name: string;
  anchor?: Anchor;
  bg: 'paper' | 'mist' | 'lilac' | 'ink.950';
  /** Whether it is always out of view at first: then the first paint does not wait for it. */
  isFarDown?: boolean;
  children: ReactNode;
}

/** A section of the landing page: its background, its room, its column. */
export function Section({ name, anchor, bg, isFarDown = false, children }: SectionProps) {
  const [isAhead, setAhead] = useState(isFarDown);
  useEffect(() => {
    if (isAhead) void nextTurn().then(() => setAhead(false));
  }, [isAhead]);
  return (
    <Box
      as="section"
      id={anchor}
      aria-labelledby={`${name}-heading`}
      position="relative"
      overflowX="clip"
      bg={bg}
      data-surface={bg === 'ink.950' ? 'dark' : undefined}
      data-ahead={isAhead ? '' : undefined}
      css={isFarDown ? drawnWhenNear : undefined}
    >
      <Container position="relative" py={{ base: '4.75rem', md: '6.5rem', xl: '8.5rem' }}>
        <SectionName value={name}>{children}</SectionName>
      </Container>
    </Box>
  );
}

let turn = Promise.resolve();

/** In a frame that no other section has taken. */
function nextTurn(): Promise<void> {
  turn = turn.then(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
  return turn;
}

/**
 * Until it is hydrated, it is laid out and painted only near the window. The height is about the average of those
 * sections at 390, 768 and 1440 px (1080, 1050, 890 px): a rule for each of them would add 0.3 kB to the page.
 */
const drawnWhenNear = {
  [`[${fromTopMark}] &[data-ahead]`]: {
    contentVisibility: 'auto',
    containIntrinsicHeight: 'auto 1000px',
  },
};

/** The name of the section around a heading. */
const SectionName = createContext('');

/** The heading that labels a section. It takes the focus when a link leads to the section. */
export function SectionHeading(heading: HeadingProps) {
  const id = `${useContext(SectionName)}-heading`;
  return <Heading as="h2" id={id} tabIndex={-1} textStyle="h2" {...heading} />;
}
