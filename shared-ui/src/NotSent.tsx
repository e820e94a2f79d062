import { tellUnsent } from '@kargo/shared-runtime/layout';
import { useEffect } from 'react';
import { useIsOnline } from './useIsOnline.ts';

interface NotSentProps {
  /** Whether there is something that a person would not want to enter again. */
  hasEntries?: boolean;
}

/** Said in place of a reason for a failure while the browser is offline; it changes when the browser is back online. */
export function NotSent({ hasEntries = true }: NotSentProps) {
  const isOnline = useIsOnline();
  useEffect(tellUnsent, []);
  return (
    <span aria-live="polite">
      {`You're ${isOnline ? 'back online' : 'offline'}. Nothing was sent${hasEntries ? '; your entries are still here.' : '.'}`}
    </span>
  );
}
