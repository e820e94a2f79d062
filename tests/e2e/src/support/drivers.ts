export interface Driver {
  email: string;
  password: string;
  name: string;
}

const password = 'kargo-driver';

/** The seeded drivers by state. */
export const drivers = {
  /** Has not sent payout details yet. */
  form: { email: 'ada@kargo.example', password, name: 'Ada Field' },
  /** Has to follow the link in the mail. */
  pending: { email: 'ben@kargo.example', password, name: 'Ben Marsh' },
  /** Gets payouts. */
  done: { email: 'cleo@kargo.example', password, name: 'Cleo Hart' },
  /** Has a disabled payout account. */
  disabled: { email: 'dan@kargo.example', password, name: 'Dan Reyes' },
  /** May not sign in yet. */
  unapproved: { email: 'eve@kargo.example', password, name: 'Eve Stone' },
} as const satisfies Record<string, Driver>;
