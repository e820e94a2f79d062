import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { Database, Tables } from '../database/tables.ts';
import { hashSecretToken } from '../secret-token.ts';

/** Origin of an event: a request, or a log without a request. */
export interface Source {
  log: Pick<FastifyBaseLogger, 'info'>;
  id?: string;
}

interface AuditEvent {
  event: Tables['audit_events']['event'];
  outcome?: Tables['audit_events']['outcome'];
  /** A code, never a sentence. */
  reason?: string | null;
  driverId?: string | undefined;
  /** The access token. Only its fingerprint is stored. */
  token?: string;
}

/** Records an event without another change, such as a refusal; see docs/audit-events.md. */
export const recordEvent = (db: Database, source: Source, event: AuditEvent) =>
  recordingChange(db, source, (_trx, record) => record(event));

/** Runs `change` and records its events in one transaction; logs them after the commit. */
export async function recordingChange<T>(
  db: Database,
  source: Source,
  change: (trx: Database, record: (event: AuditEvent) => Promise<void>) => Promise<T>,
): Promise<T> {
  const rows: ReturnType<typeof rowOf>[] = [];
  const result = await db.transaction().execute((trx) =>
    change(trx, async (event) => {
      const row = rowOf(event, source);
      await trx.insertInto('audit_events').values(row).execute();
      rows.push(row);
    }),
  );
  for (const row of rows) source.log.info({ audit: row }, 'security event');
  return result;
}

const rowOf = (
  { event, outcome = 'done', reason = null, driverId, token }: AuditEvent,
  { id }: Source,
) => ({
  event,
  outcome,
  reason,
  driver_id: driverId ?? null,
  session: token ? fingerprintOf(token) : null,
  request_id: id ?? null,
});

/** An id of a session that cannot be used as its token. */
const fingerprintOf = (token: string) => hashSecretToken(token).toString('hex').slice(0, 16);

/** The driver and session of an event. The work sets them as soon as it knows them. */
export type Subject = Pick<AuditEvent, 'driverId' | 'token'>;

/** Runs work that may be refused, and records the refusal. */
export async function recordingRefusal<T>(
  db: Database,
  source: Source,
  event: Tables['audit_events']['event'],
  work: (subject: Subject) => Promise<T>,
): Promise<T> {
  const subject: Subject = {};
  try {
    return await work(subject);
  } catch (error) {
    if (error instanceof ApiError && error.statusCode < 500 && error.code !== 'rate_limited') {
      await recordEvent(db, source, { event, outcome: 'refused', reason: error.code, ...subject });
    }
    throw error;
  }
}
