import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { Database, Driver } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { endRevokedSessions } from './end-revoked-sessions.ts';
import { type DriverOfSession, findDriverOfSession, lockDriver } from './repository.ts';

export interface Session {
  driver: Driver;
  token: string;
}

/**
 * Returns the session of `Authorization: Bearer …`. Call it first in a handler, before the body is read.
 *
 * @throws {ApiError} `unauthorized` when there is no access token, or it is not valid.
 */
export async function requireSession(
  services: Pick<Services, 'db' | 'identity'>,
  request: FastifyRequest,
): Promise<Session> {
  const session = await requireKnownSession(services.db, request);
  const mayHaveEnded = await endRevokedSessions(services, session.driver, request);
  return mayHaveEnded ? requireKnownSession(services.db, request) : session;
}

/**
 * Asks again for a session that was valid when the call began, after its body or another service was waited for.
 *
 * @param trx the transaction that writes: until its end nobody ends the session or disables the driver. Without a
 *   transaction, as before a call to Stripe, it only asks.
 * @returns the driver as stored now.
 * @throws {ApiError} `unauthorized` when the session has ended meanwhile.
 */
export async function requireOpen(
  trx: Database,
  { driver: { id }, token }: { driver: Pick<Driver, 'id'>; token: string },
): Promise<Driver> {
  await lockDriver(trx, id);
  return requireDriver(await findDriverOfSession(trx, token));
}

/** Like `requireSession`, but without asking the identity provider, for calls with a new ID token. */
export async function requireKnownSession(db: Database, request: FastifyRequest) {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const driver = requireDriver(await findDriverOfSession(db, token));
  return { driver, token };
}

function requireDriver(driver: DriverOfSession | undefined): DriverOfSession {
  if (!driver) throw new ApiError('unauthorized', 'Log in to continue.');
  return driver;
}

/** Key of a limit for each driver. */
export const driverIn =
  (services: Pick<Services, 'db' | 'identity'>) => async (request: FastifyRequest) =>
    (await requireSession(services, request)).driver.id;
