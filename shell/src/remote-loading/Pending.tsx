import { useEffect, useLayoutEffect, useState } from 'react';
import { Box, VisuallyHidden } from 'shared-runtime/ui';
import { LoadingIllustration } from '../loading/LoadingIllustration.tsx';
import type { Ground } from '../routes.ts';

/** Milliseconds after which a screen is said to be loading. */
const noteAfter = 1000;

/**
 * Keeps space for a screen that is loading, in its background colour. The footer is hidden
 * meanwhile, see `Footer`.
 *
 * @param onChange hears when one is there and when not: of one that gives way to another, nothing
 */
export function Pending({
  ground,
  onChange,
}: {
  ground: Ground;
  onChange: (isPending: boolean) => void;
}) {
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
    const timer = setTimeout(() => setLong(true), noteAfter);
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
