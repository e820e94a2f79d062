import { css } from '@kargo/shared-runtime/styles';
import type { PayoutNotes, Profile } from '@kargo/shared-types/api/driver';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { TriangleAlert } from 'lucide-react';
import { problemSentence } from './reason-sentence.ts';

const link = 'The link in our e-mail shows what it needs.';
const waiting: Record<NonNullable<PayoutNotes['waits_for']>, string> = {
  transfers_pending: 'Stripe is still checking whether you can be paid. Please wait.',
  transfers_inactive: `Stripe doesn't transfer money to your account yet. ${link}`,
  payouts: `Stripe has not turned on payouts to your bank account yet. ${link}`,
};

/** Stripe's notes on an account that is pending or ready; nothing if there are none. */
export function StripeNotes({ profile }: { profile: Profile }) {
  const { waits_for, due_at, problems } = profile.payout_notes ?? { problems: [] };
  // Payouts that are not on yet are not paused.
  const pausesAt = profile.onboarding_completed && due_at;
  const wait = waits_for && waiting[waits_for];
  if (!wait && !pausesAt && problems.length === 0) return null;
  return (
    <div
      className={css({
        display: 'flex',
        gap: '4',
        mt: '8',
        mb: '-4',
        p: { base: '4', md: '6' },
        borderRadius: 'button',
        bg: 'warning.surface',
        outline: '1px solid transparent',
      })}
      data-testid="payout-notes"
    >
      <LineIcon of={TriangleAlert} className={css({ boxSize: '2rem', color: 'warning' })} />
      <div className={css({ minW: '0', alignSelf: 'center' })}>
        {wait && <p>{wait}</p>}
        {pausesAt && <p>{pauseSentence(pausesAt)}</p>}
        <Problems profile={profile} />
      </div>
    </div>
  );
}

function pauseSentence(at: string): string {
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  return `Stripe pauses your payouts on ${day} unless it gets what it asks for. Update Bank Details mails you the link to it.`;
}

export function Problems({ profile }: { profile: Profile }) {
  return profile.payout_notes?.problems.map((code) => (
    <p key={code} className={css({ mt: '1', overflowWrap: 'anywhere' })}>
      {problemSentence(code)}
    </p>
  ));
}
