import { BadgeCheck, Mail, Route, TriangleAlert } from 'lucide-react';

/** How each state of the payout account is told from the others. */
export const stateLooks = {
  disabled: { icon: TriangleAlert, color: 'warning', surface: 'warning.surface' },
  form: { icon: Route, color: 'ink.600', surface: 'lilac' },
  pending: { icon: Mail, color: 'info', surface: 'info.surface' },
  done: { icon: BadgeCheck, color: 'success', surface: 'success.surface' },
};
