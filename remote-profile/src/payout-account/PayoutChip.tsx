import { chakra } from '@kargo/shared-runtime/ui';
import type { Profile } from '@kargo/shared-types/api/driver';
import { payoutState } from '@kargo/shared-types/api/payout-state';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { ChevronDown } from 'lucide-react';
import { goToSection, type SectionId } from '../profile-page/sections.ts';
import { stateLooks } from './state-looks.ts';

const card: SectionId = 'payout-account';

/** The state of the payout account, which leads to its card. */
export function PayoutChip({ profile }: { profile: Profile }) {
  const { label, icon, color, surface } = stateLooks[payoutState(profile)];
  return (
    <chakra.a
      href={`#${card}`}
      onClick={(event) => goToSection(event, card)}
      display="inline-flex"
      alignItems="center"
      gap="2"
      px="3"
      py="1"
      borderRadius="full"
      border="1px solid transparent"
      textStyle="small"
      fontWeight={600}
      color={color}
      bg={surface}
      _hover={{ textDecoration: 'underline' }}
    >
      <LineIcon of={icon} boxSize="1.125rem" />
      <span>{label}</span>
      <LineIcon of={ChevronDown} boxSize="1.125rem" />
    </chakra.a>
  );
}
