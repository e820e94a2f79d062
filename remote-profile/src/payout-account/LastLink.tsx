import { css } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import { useEffect, useReducer } from 'react';

/** When the last link to finish setup was mailed, and when it ends, in the driver's time zone. */
export function LastLink({ sent_at, expires_at }: NonNullable<Profile['last_link']>) {
  const hasEnded = useIsPast(expires_at);
  return (
    <p className={css({ textStyle: 'small', lineHeight: '1.35', color: 'ink.600', mt: '1' })}>
      Sent <Moment at={sent_at} />,{' '}
      <span className={css({ display: 'inline-block', color: hasEnded ? 'danger' : undefined })}>
        <span>{hasEnded ? 'ended' : 'ends'}</span> <Moment at={expires_at} />
      </span>
    </p>
  );
}

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}

function useIsPast(at: string): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const remainingMs = Date.parse(at) - Date.now();
  useEffect(() => {
    if (remainingMs <= 0) return;
    // A longer timer would fire at once.
    const timer = setTimeout(redraw, Math.min(remainingMs, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  });
  return remainingMs <= 0;
}
