import { css } from '@kargo/shared-runtime/styles';
import { BadgeCheck, Mail, Route, TriangleAlert } from 'lucide-react';

/** What sets each state of the payout account apart: a few words and its looks. */
export const stateLooks = {
  disabled: {
    label: 'Payouts are paused',
    icon: TriangleAlert,
    ink: css({ color: 'warning' }),
    surface: css({ bg: 'warning.surface' }),
  },
  form: {
    label: 'Payouts not set up',
    icon: Route,
    ink: css({ color: 'ink.600' }),
    surface: css({ bg: 'lilac' }),
  },
  pending: {
    label: 'Finish setup by e-mail',
    icon: Mail,
    ink: css({ color: 'info' }),
    surface: css({ bg: 'info.surface' }),
  },
  done: {
    label: 'Ready to be paid',
    icon: BadgeCheck,
    ink: css({ color: 'success' }),
    surface: css({ bg: 'success.surface' }),
  },
};
