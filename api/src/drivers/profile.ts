import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { Profile } from '@kargo/shared-types/api/driver';
import type { Driver } from '../database/tables.ts';
import { findLastLink } from '../payouts/repository.ts';
import type { Services } from '../services.ts';

/** Returns the public part of a driver; `image` is a root-relative URL. */
export async function toProfile(
  { db, env }: Pick<Services, 'db' | 'env'>,
  driver: Driver,
): Promise<Profile> {
  return {
    name: driver.name,
    phone: driver.phone,
    image: driver.image_key && apiBasePath + apiPaths.profileImage(driver.image_key),
    form_completed: driver.form_completed,
    onboarding_completed: driver.onboarding_completed,
    onboarding_error: driver.onboarding_error,
    stripe_error_token: driver.stripe_error_token,
    ...(driver.payout_notes && { payout_notes: driver.payout_notes }),
    id: driver.id,
    masked_email: maskAddress(driver.email),
    mails_from: mailAddress(env.MAIL_FROM),
    last_link: driver.form_completed ? await findLastLink(db, driver.id) : null,
  };
}

/** Returns the address of a sender such as `Kargo <no-reply@example.com>`, or of a bare one. */
export const mailAddress = (sender: string): string => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;

/** Hides an address except for its first letter and its domain: `a•••@example.com`. */
export function maskAddress(address: string): string {
  const [first = ''] = address;
  return `${first}•••${address.slice(address.lastIndexOf('@'))}`;
}
