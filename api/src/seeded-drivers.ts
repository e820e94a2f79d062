/** A payout state (spec section 2), or not approved yet. */
export type SeededState = 'form' | 'pending' | 'done' | 'disabled' | 'unapproved';

export interface SeededDriver {
  name: string;
  email: string;
  password: string;
  state: SeededState;
}

const password = 'kargo-driver';

/** The drivers of a local installation, one in each state. */
export const seededDrivers: readonly SeededDriver[] = [
  { name: 'Ada Field', email: 'ada@kargo.example', password, state: 'form' },
  { name: 'Ben Marsh', email: 'ben@kargo.example', password, state: 'pending' },
  { name: 'Cleo Hart', email: 'cleo@kargo.example', password, state: 'done' },
  { name: 'Dan Reyes', email: 'dan@kargo.example', password, state: 'disabled' },
  { name: 'Eve Stone', email: 'eve@kargo.example', password, state: 'unapproved' },
];

/** A driver who has set up nothing yet. */
export function newDriver(email: string): SeededDriver {
  return { name: 'Nell Newby', email, password, state: 'form' };
}
