import type { Kysely } from 'kysely';
import type { ProfileResponse } from 'shared-types/driver';
import { ApiError } from '../api-error.ts';
import type { Tables } from '../database/tables.ts';
import { toProfile } from '../drivers/profile.ts';
import { openSession } from '../sessions/repository.ts';
import { requireAdmitted } from '../sessions/require-admitted.ts';
import { redeemMagicToken, whyDead } from './repository.ts';

/**
 * Call 2 (spec section 7): opens a session for the driver whom the token was mailed to. A driver who
 * is refused has not used up the link.
 *
 * @throws {ApiError} `magic_token_invalid`, whatever is wrong with the token; else as at login.
 */
export function verifyMagicToken(db: Kysely<Tables>, token: string): Promise<ProfileResponse> {
  return db.transaction().execute(async (trx) => {
    const driver = await redeemMagicToken(trx, token);
    if (!driver) {
      const cause = new Error(await whyDead(trx, token));
      throw new ApiError('magic_token_invalid', 'This link does not work any more.', { cause });
    }
    requireAdmitted(driver);
    return { ...toProfile(driver), access_token: await openSession(trx, driver.id) };
  });
}
