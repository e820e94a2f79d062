import { css, cx } from '@kargo/shared-runtime/styles';
import { useEffect, useLayoutEffect, useState } from 'react';
import { LoadingIllustration } from '../loading/LoadingIllustration.tsx';
import type { Ground } from '../routes.ts';
import { grounds } from './grounds.ts';

/** How long a screen loads before the note appears. */
const noteAfterMs = 1000;

interface PendingProps {
  ground: Ground;
  onChange: (isPending: boolean) => void;
}

/**
 * Keeps space for a screen that is loading, in its background colour. The footer is hidden until
 * then, see `Footer`.
 *
 * @param onChange called with true when it mounts and false when it unmounts
 */
export function Pending({ ground, onChange }: PendingProps) {
  useLayoutEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return <div className={cx(pendingStyle, grounds[ground])} data-pending-screen="" />;
}

const pendingStyle = css({ minH: '100vh', flex: '1' });

/** Says that the screen is loading if it takes long. The header stays usable. */
export function PendingNote() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), noteAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    // Mounted before its text, since screen readers announce changes in existing elements only.
    <div
      className={css({
        display: 'flex',
        position: 'absolute',
        inset: '40vh 0 auto',
        justifyContent: 'center',
      })}
      role="status"
    >
      {isLong && (
        <>
          <LoadingIllustration note="Loading…" />
          <span className={css({ srOnly: true })}>Loading…</span>
        </>
      )}
    </div>
  );
}
