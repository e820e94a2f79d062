import { apiBasePath, apiPaths } from 'shared-types/api/api-paths';
import type { Profile } from 'shared-types/api/driver';
import type { Driver } from '../database/tables.ts';

/** Returns the public part of a driver; `image` is a root-relative URL. */
export function toProfile(driver: Driver): Profile {
  return {
    name: driver.name,
    phone: driver.phone,
    image: driver.image_key && apiBasePath + apiPaths.profileImage(driver.image_key),
    form_completed: driver.form_completed,
    onboarding_completed: driver.onboarding_completed,
    onboarding_error: driver.onboarding_error,
    stripe_error_token: driver.stripe_error_token,
  };
}
