import { chakra } from 'shared-runtime/ui';
import type { Profile } from 'shared-types/api/driver';
import { payoutState } from 'shared-types/api/payout-state';
import { LineIcon } from 'shared-ui/LineIcon';
import { stateLooks } from './state-looks.ts';

const texts = {
  disabled: 'Payouts are paused',
  form: 'Payouts not set up',
  pending: 'Finish setup by e-mail',
  done: 'Ready to be paid',
};

/** The state of the payout account in three words. */
export function PayoutChip({ profile }: { profile: Profile }) {
  const state = payoutState(profile);
  const { icon, color, surface } = stateLooks[state];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="2"
      px="3"
      py="1"
      borderRadius="full"
      outline="1px solid transparent"
      textStyle="small"
      fontWeight={600}
      color={color}
      bg={surface}
    >
      <LineIcon of={icon} boxSize="1.125rem" />
      {texts[state]}
    </chakra.span>
  );
}
