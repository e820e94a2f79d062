import { randomBytes } from 'node:crypto';

/** Returns a random id with a prefix, like Stripe's. */
export function newId(prefix: string): string {
  return `${prefix}_${secretText().slice(0, 24)}`;
}

export function secretText(): string {
  return randomBytes(32).toString('hex');
}
