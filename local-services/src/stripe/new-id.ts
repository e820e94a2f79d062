import { randomBytes } from 'node:crypto';

/** An id such as Stripe's: what it is of, and letters and digits that say nothing. */
export function newId(prefix: string): string {
  return `${prefix}_${secretText().slice(0, 24)}`;
}

/** Letters and digits that nobody can guess. */
export function secretText(): string {
  return randomBytes(32).toString('hex');
}
