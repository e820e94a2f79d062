import type { Kysely } from 'kysely';
import type { LoginRequest, LoginResponse } from 'shared-types/session';
import { ApiError } from '../api-error.ts';
import type { Tables } from '../database/tables.ts';
import type { VerifyIdToken } from '../identity/identity.ts';
import { findDriverByFirebaseUid, openSession } from './repository.ts';
import { requireAdmitted } from './require-admitted.ts';

/**
 * The first half of call 1 (spec section 7). The identity provider has checked the password already
 * and vouches for the person with the ID token; what the request says besides is compared with it or
 * not used. The password and the device id are part of the contract and go nowhere.
 *
 * @returns the account's id at the identity provider
 * @throws {ApiError} with an answer that is the same for every account, known or not.
 */
export async function confirmIdentity(
  verifyIdToken: VerifyIdToken,
  request: LoginRequest,
): Promise<string> {
  const { uid, email } = await verifyIdToken(request.firebase_token);
  if (!email || !isSameEmail(email, request.email)) {
    throw new ApiError('identity_token_invalid', 'The sign-in could not be confirmed.');
  }
  return uid;
}

/**
 * The second half: opens a session for the driver with this account.
 *
 * @throws {ApiError} with the code of the refusal.
 */
export async function logIn(db: Kysely<Tables>, firebaseUid: string): Promise<LoginResponse> {
  const driver = await findDriverByFirebaseUid(db, firebaseUid);
  if (!driver) throw new ApiError('driver_unknown', 'There is no driver with this account.');
  requireAdmitted(driver);
  return { access_token: await openSession(db, driver.id), user: { name: driver.name } };
}

const isSameEmail = (a: string, b: string) => normalizeEmail(a) === normalizeEmail(b);

/** E-mail addresses as the identity provider compares them. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();
