import { bulkhead } from 'cockatiel';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { recordingChange } from '../audit/audit.ts';
import type { Database, Driver } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { closeSessionsBefore, type DriverOfSession, isCheckDue, lockDriver } from './repository.ts';

type World = Pick<Services, 'db' | 'identity'>;

/** Limits the calls that wait for the provider at once; others leave the check to a later call. */
const asking = bulkhead(8);

/**
 * Ends the sessions of a driver whose password was reset or whose account was closed at the identity
 * provider. While the provider does not respond, sessions stay valid.
 *
 * @returns whether sessions have ended.
 */
export async function endRevokedSessions(
  world: World,
  driver: DriverOfSession,
  trace: Pick<FastifyRequest, 'log' | 'id'>,
): Promise<boolean> {
  if (!driver.isCheckDue || asking.executionSlots === 0) return false;
  return asking.execute(() => ask(world, driver, trace));
}

async function ask(
  { db, identity }: World,
  { id, firebase_uid }: Driver,
  trace: Pick<FastifyRequest, 'log' | 'id'>,
): Promise<boolean> {
  if (!(await takeCheck(db, id))) return false;
  try {
    const moment = await identity.signInsEndedBefore(firebase_uid);
    if (!moment) return false;
    return await recordingChange(db, trace, async (trx, record) => {
      await lockDriver(trx, id);
      const ended = await closeSessionsBefore(trx, id, moment);
      if (ended === 0n) return false;
      await record({ event: 'sessions_ended', reason: 'ended_at_provider', driverId: id });
      return true;
    });
  } catch (err) {
    trace.log.warn({ err }, 'identity provider away: session goes on');
    return false;
  }
}

/** Decides whether this call asks the provider: only one of several concurrent calls does. */
async function takeCheck(db: Database, driverId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drivers')
    .set({ account_checked_at: sql<Date>`now()` })
    .where('id', '=', driverId)
    .where(isCheckDue)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
