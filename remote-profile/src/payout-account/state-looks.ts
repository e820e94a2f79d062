import { BadgeCheck, Mail, Route, TriangleAlert } from 'lucide-react';

/** How each state of the payout account is told from the others, in three words and in looks. */
export const stateLooks = {
  disabled: {
    label: 'Payouts are paused',
    icon: TriangleAlert,
    color: 'warning',
    surface: 'warning.surface',
  },
  form: { label: 'Payouts not set up', icon: Route, color: 'ink.600', surface: 'lilac' },
  pending: { label: 'Finish setup by e-mail', icon: Mail, color: 'info', surface: 'info.surface' },
  done: {
    label: 'Ready to be paid',
    icon: BadgeCheck,
    color: 'success',
    surface: 'success.surface',
  },
};
