import { ApiError } from '../api-error.ts';
import type { Driver } from '../database/tables.ts';

/**
 * Call it before a session is opened, with a driver who has proven to be this driver.
 *
 * @throws {ApiError} `driver_disabled` or `driver_not_approved`.
 */
export function requireAdmitted({ disabled_at, approved_at }: Driver): void {
  if (disabled_at) throw new ApiError('driver_disabled', 'This account is disabled.');
  if (!approved_at) {
    // The site shows this very sentence when it finds "not approved" in it (spec section 8).
    throw new ApiError('driver_not_approved', 'Your account is not approved yet');
  }
}
