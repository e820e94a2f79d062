import type { LoginRequest, LoginResponse } from '@kargo/shared-types/api/session';
import { ApiError } from '../api-error.ts';
import { recordingChange, type Source, type Subject } from '../audit/audit.ts';
import type { Database } from '../database/tables.ts';
import type { Identity, IdentityProvider } from '../identity/identity.ts';
import {
  findDriverByFirebaseUid,
  lockDriver,
  normalizeEmail,
  openSession,
  takeSignIn,
} from './repository.ts';
import { requireAdmitted } from './require-session.ts';

/**
 * The first half of call 1 (spec section 7): an ID token for the same e-mail address proves that
 * the provider has checked the password. The request's password and device id are not used.
 *
 * @throws {ApiError} with the same response for every account, known or not.
 */
export async function confirmIdentity(provider: IdentityProvider, request: LoginRequest) {
  const identity = await provider.verifyIdToken(request.firebase_token);
  const email = normalizeEmail(identity.email ?? '');
  if (!email || email !== normalizeEmail(request.email)) throw notConfirmed();
  return identity;
}

/**
 * The second half of call 1: opens a session for the driver with this account.
 *
 * @throws {ApiError} with the code of the refusal.
 */
export async function logIn(
  { db, source, subject }: { db: Database; source: Source; subject: Subject },
  identity: Identity,
): Promise<LoginResponse> {
  const driver = await findDriverByFirebaseUid(db, identity.uid);
  subject.driverId = driver?.id;
  if (!driver) throw new ApiError('driver_unknown', 'There is no driver with this account.');
  const access_token = await recordingChange(db, source, async (trx, record) => {
    requireAdmitted(await lockDriver(trx, driver.id));
    if (!(await takeSignIn(trx, identity))) throw notConfirmed('its session has ended');
    const token = await openSession(trx, driver.id, { signIn: identity });
    await record({ event: 'login', driverId: driver.id, token });
    return token;
  });
  return { access_token, user: { name: driver.name } };
}

const notConfirmed = (reason = 'it is for another e-mail address') =>
  new ApiError('identity_token_invalid', 'The sign-in could not be confirmed.', {
    cause: new Error(`ID token refused: ${reason}`),
  });
