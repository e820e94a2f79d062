import type { IdentityError } from '@kargo/shared-runtime/identity';

/** Checked by name: `instanceof` would load the identity client together with the screen. */
export function isIdentityError(error: unknown): error is IdentityError {
  return error instanceof Error && error.name === 'IdentityError';
}
