import { BadgeCheck, Mail, Route, TriangleAlert } from 'lucide-react';
import { chakra } from 'shared-runtime/ui';
import type { Profile } from 'shared-types/driver';
import { LineIcon } from 'shared-ui/LineIcon';
import { payoutState } from './payout-state.ts';

const looks = {
  disabled: {
    text: 'Payouts are paused',
    icon: TriangleAlert,
    colors: { color: 'warning', bg: 'warning.surface' },
  },
  form: { text: 'Payouts not set up', icon: Route, colors: { color: 'ink.600', bg: 'lilac' } },
  pending: {
    text: 'Finish setup by e-mail',
    icon: Mail,
    colors: { color: 'info', bg: 'info.surface' },
  },
  done: {
    text: 'Ready to be paid',
    icon: BadgeCheck,
    colors: { color: 'success', bg: 'success.surface' },
  },
} as const;

/** The state of the payout account in three words. */
export function PayoutChip({ profile }: { profile: Profile }) {
  const { text, icon: StateIcon, colors } = looks[payoutState(profile)];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="2"
      px="3"
      py="1"
      borderRadius="full"
      textStyle="small"
      fontWeight={600}
      {...colors}
    >
      <LineIcon of={StateIcon} boxSize="1.125rem" />
      {text}
    </chakra.span>
  );
}
