import { ChevronDown } from 'lucide-react';
import { chakra } from 'shared-runtime/ui';
import type { Profile } from 'shared-types/api/driver';
import { payoutState } from 'shared-types/api/payout-state';
import { LineIcon } from 'shared-ui/LineIcon';
import { goToSection } from '../profile-page/go-to-section.ts';
import type { SectionId } from '../profile-page/sections.ts';
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
      outline="1px solid transparent"
      textStyle="small"
      fontWeight={600}
      color={color}
      bg={surface}
      _hover={{ textDecoration: 'underline' }}
    >
      <LineIcon of={icon} boxSize="1.125rem" />
      {label}
      <LineIcon of={ChevronDown} boxSize="1.125rem" />
    </chakra.a>
  );
}
