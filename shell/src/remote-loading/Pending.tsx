import { useEffect, useLayoutEffect, useState } from 'react';
import { Box, VisuallyHidden } from 'shared-runtime/ui';
import { LoadingIllustration } from '../loading/LoadingIllustration.tsx';
import type { Ground } from '../routes.ts';

/** When a screen is said to be loading. */
const noteAfterMs = 1000;

interface PendingProps {
  ground: Ground;
  onChange: (isPending: boolean) => void;
}

/**
 * Keeps space for a screen that is loading, in its background colour. The footer is hidden
 * meanwhile, see `Footer`.
 *
 * @param onChange hears when one is there and when not: of one that gives way to another, nothing
 */
export function Pending({ ground, onChange }: PendingProps) {
  useLayoutEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return <Box data-pending-screen="" minH="100vh" flex="1" bg={ground} />;
}

/** Says that the screen is loading, once that takes long. The header can be used meanwhile. */
export function PendingNote() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), noteAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    // There before its text, since screen readers announce what changes in an element they know.
    <Box
      role="status"
      position="absolute"
      insetX="0"
      top="40vh"
      display="flex"
      justifyContent="center"
    >
      {isLong && (
        <>
          <LoadingIllustration note="Loading…" />
          <VisuallyHidden>Loading…</VisuallyHidden>
        </>
      )}
    </Box>
  );
}
