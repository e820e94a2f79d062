import { ApiError } from '../api-error.ts';
import type { Driver } from '../database/tables.ts';

/**
 * Checks that a driver may sign in. Call it before opening a session, after the driver was identified.
 *
 * @throws {ApiError} `driver_disabled` or `driver_not_approved`.
 */
export function requireAdmitted({ disabled_at, approved_at }: Driver): void {
  if (disabled_at) throw new ApiError('driver_disabled', 'This account is disabled.');
  if (!approved_at) {
    // The site shows this exact sentence if it contains "not approved" (spec section 8).
    throw new ApiError('driver_not_approved', 'Your account is not approved yet');
  }
}
