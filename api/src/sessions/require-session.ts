import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { Database, Driver } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { endRevokedSessions } from './end-revoked-sessions.ts';
import { useUpMagicLink } from './magic-link.ts';
import { type DriverOfSession, findDriverOfSession, lockDriver } from './repository.ts';

export interface DriverSession {
  driver: Driver;
  token: string;
}

/**
 * Returns the session of `Authorization: Bearer …`. Call it before the body is read.
 *
 * @throws {ApiError} `unauthorized` when there is no access token, or it is not valid.
 */
export async function requireSession(
  services: Pick<Services, 'db' | 'identity'>,
  request: FastifyRequest,
): Promise<DriverSession> {
  const session = await requireKnownSession(services.db, request);
  const mayHaveEnded = await endRevokedSessions(services, session.driver, request);
  return mayHaveEnded ? requireKnownSession(services.db, request) : session;
}

/**
 * Checks a call's session again, after waiting for its body or another service.
 *
 * @param trx until its end, nobody can end the session or disable the driver
 * @returns the driver as stored now.
 * @throws {ApiError} `unauthorized` when the session has since ended.
 */
export async function requireOpen(
  trx: Database,
  { driver, token }: DriverSession,
): Promise<Driver> {
  await lockDriver(trx, driver.id);
  return requireDriver(trx, token);
}

/** Like `requireOpen`, in a transaction that changes the driver's data. */
export async function requireOpenToChange(trx: Database, session: DriverSession): Promise<Driver> {
  const driver = await requireOpen(trx, session);
  await useUpMagicLink(trx, driver.id, session.token);
  return driver;
}

/** Like `requireSession`, but does not ask the provider, for calls with a new ID token. */
export async function requireKnownSession(db: Database, request: FastifyRequest) {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return { driver: await requireDriver(db, token), token };
}

async function requireDriver(db: Database, token: string): Promise<DriverOfSession> {
  const driver = token && (await findDriverOfSession(db, token));
  if (!driver) throw new ApiError('unauthorized', 'Log in to continue.');
  return driver;
}

/** Key of a limit for each driver. */
export const driverIn =
  (services: Pick<Services, 'db' | 'identity'>) => async (request: FastifyRequest) =>
    (await requireSession(services, request)).driver.id;

/**
 * Checks that a driver may sign in. Call it after identifying the driver, before opening a session.
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
