import type { ProfileResponse } from 'shared-types/driver';
import { ApiError } from '../api-error.ts';
import { recordEvent, type Subject, type Trace } from '../audit/audit.ts';
import type { Database } from '../database/tables.ts';
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
export function verifyMagicToken(
  { db, trace, subject }: { db: Database; trace: Trace; subject: Subject },
  token: string,
): Promise<ProfileResponse> {
  return db.transaction().execute(async (trx) => {
    const driver = await redeemMagicToken(trx, token);
    subject.driverId = driver?.id;
    if (!driver) {
      const cause = new Error(await whyDead(trx, token));
      throw new ApiError('magic_token_invalid', 'This link does not work any more.', { cause });
    }
    requireAdmitted(driver);
    const access_token = await openSession(trx, driver.id);
    const session = { driverId: driver.id, token: access_token };
    await recordEvent(trx, trace, { event: 'link_redeemed', reason: 'sign_in', ...session });
    return { ...toProfile(driver), access_token };
  });
}
