import { bulkhead } from 'cockatiel';
import type { FastifyRequest } from 'fastify';
import { recordingChange } from '../audit/audit.ts';
import type { Services } from '../services.ts';
import { revokeEarlierMagicLink } from './magic-link.ts';
import { closeSessionsBefore, type DriverOfSession, lockDriver, takeCheck } from './repository.ts';

/** Limits how many calls wait for the provider; others leave the check to a later call. */
const asking = bulkhead(8);

/**
 * Ends a driver's sessions if the password was reset or the account closed at the identity
 * provider. While it does not respond, sessions stay valid. Returns whether any have ended.
 */
export async function endRevokedSessions(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  { id, firebase_uid, isCheckDue }: DriverOfSession,
  source: Pick<FastifyRequest, 'log' | 'id'>,
): Promise<boolean> {
  if (!isCheckDue || asking.executionSlots === 0) return false;
  return asking.execute(async () => {
    if (!(await takeCheck(db, id))) return false;
    const moment = await identity.signInsEndedBefore(firebase_uid).catch((err) => {
      source.log.warn({ err }, 'identity provider unavailable: the session continues');
      return null;
    });
    if (!moment) return false;
    return recordingChange(db, source, async (trx, record) => {
      await lockDriver(trx, id);
      await revokeEarlierMagicLink(trx, id, moment);
      const ended = await closeSessionsBefore(trx, id, moment);
      if (ended === 0n) return false;
      await record({ event: 'sessions_ended', reason: 'ended_at_provider', driverId: id });
      return true;
    });
  });
}
