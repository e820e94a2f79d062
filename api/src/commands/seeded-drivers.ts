/** A payout state (spec section 2), or not approved yet. */
export type SeededState = 'form' | 'pending' | 'done' | 'disabled' | 'unapproved';

export type SeededDriver = ReturnType<typeof seeded>;

/** The id is constant, so that provider and database still match after one is emptied. */
function seeded(name: string, email: string, state: SeededState) {
  return { uid: `seeded-${email.split('@', 1)[0]}`, name, email, password: 'kargo-driver', state };
}

export const hasSentForm = ({ state }: SeededDriver) => state !== 'form' && state !== 'unapproved';

/** The drivers of a local installation, one in each state. */
export const seededDrivers: readonly SeededDriver[] = [
  seeded('Ada Field', 'ada@kargo.example', 'form'),
  seeded('Ben Marsh', 'ben@kargo.example', 'pending'),
  seeded('Cleo Hart', 'cleo@kargo.example', 'done'),
  seeded('Dan Reyes', 'dan@kargo.example', 'disabled'),
  seeded('Eve Stone', 'eve@kargo.example', 'unapproved'),
];

/** A driver who has set up nothing. */
export const newDriver = (email: string) => seeded('Nell Newby', email, 'form');
