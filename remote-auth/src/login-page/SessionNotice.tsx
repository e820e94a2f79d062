import { type SessionEnd, useSessionNotice } from '@kargo/shared-runtime/session';
import { InfoNotice } from '@kargo/shared-ui/InfoNotice';

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
    <InfoNotice>
      <span>{sentences[reason]}</span>
    </InfoNotice>
  );
}
