import { useIsOffline } from '@kargo/shared-runtime/layout';

interface NotSentProps {
  /** Whether there is something that a person would not want to enter again. */
  hasEntries?: boolean;
}

/** Explains a `NothingSentError`. Changes when the browser is back online. */
export function NotSent({ hasEntries = true }: NotSentProps) {
  const isOffline = useIsOffline();
  return (
    <span aria-live="polite">
      {`You're ${isOffline ? 'offline' : 'back online'}. Nothing was sent${hasEntries ? '; your entries are still here.' : '.'}`}
    </span>
  );
}
