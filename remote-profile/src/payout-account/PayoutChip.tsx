import { css, cx } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import { payoutState } from '@kargo/shared-types/api/payout-state';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { ChevronDown } from 'lucide-react';
import { goToSection, type SectionId } from '../profile-page/sections.ts';
import { stateLooks } from './state-looks.ts';

const card: SectionId = 'payout-account';

/** The payout account's state, as a link to its card. */
export function PayoutChip({ profile }: { profile: Profile }) {
  const { label, icon, ink, surface } = stateLooks[payoutState(profile)];
  return (
    <a
      className={cx(
        ink,
        surface,
        css({
          display: 'inline-flex',
          alignItems: 'center',
          gap: '2',
          px: '3',
          py: '1',
          borderRadius: 'full',
          border: '1px solid transparent',
          textStyle: 'small',
          fontWeight: 600,
          _hover: { textDecoration: 'underline' },
        }),
      )}
      href={`#${card}`}
      onClick={(event) => goToSection(event, card)}
    >
      <LineIcon of={icon} className={css({ boxSize: '1.125rem' })} />
      <span>{label}</span>
      <LineIcon of={ChevronDown} className={css({ boxSize: '1.125rem' })} />
    </a>
  );
}
