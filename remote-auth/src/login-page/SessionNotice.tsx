import { type SessionEnd, useSessionNotice } from '@kargo/shared-runtime/session';
import { css } from '@kargo/shared-runtime/styles';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { Info } from 'lucide-react';

/** Nothing is said about a profile that could not be loaded (spec section 8). */
const sentences: Record<Exclude<SessionEnd, 'profile-load-failed'>, string> = {
  expired: 'Your session has expired. Please log in again.',
  'ended-in-other-tab': 'You were logged out in another tab.',
  'logged-out': 'You are logged out.',
};

export function SessionNotice() {
  const reason = useSessionNotice();
  if (reason === null || reason === 'profile-load-failed') return null;
  return (
    <div
      className={css({
        display: 'flex',
        gap: '3',
        mt: '6',
        p: '4',
        borderRadius: 'input',
        bg: 'info.surface',
        color: 'info',
        outline: '1px solid transparent',
      })}
      role="status"
    >
      <LineIcon of={Info} className={css({ boxSize: '1.5rem', mt: '0.2em' })} />
      <span>{sentences[reason]}</span>
    </div>
  );
}
