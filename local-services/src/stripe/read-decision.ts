import type { DisabledReason } from './connected-account.ts';

/** Decisions about an account, with their labels. */
export const decisions: readonly { reason: DisabledReason | ''; words: string }[] = [
  { reason: '', words: 'Everything is in order' },
  { reason: 'requirements.past_due', words: 'A better picture of the document is needed' },
  { reason: 'requirements.pending_verification', words: 'The details are still being checked' },
  { reason: 'under_review', words: 'The account is under review' },
  { reason: 'rejected.fraud', words: 'The account is rejected' },
];

/** The decision that a form carries; null when everything is in order. */
export function readDecision(text: string | undefined): DisabledReason | null {
  return decisions.find(({ reason }) => reason === text)?.reason || null;
}
