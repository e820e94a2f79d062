import { asTable } from '@kargo/shared-types/as-table';
import { runOnDrivers } from './run-as-command.ts';

const columns = ['at', 'event', 'outcome', 'reason', 'session', 'request_id'] as const;

/** `node src/commands/audit-trail.ts <email>`: prints a driver's security events, oldest first. */
await runOnDrivers('Give the e-mail address of one driver.', async (db, drivers) => {
  const ids = drivers.map(({ id }) => id);
  const events = await db
    .selectFrom('audit_events')
    .where('driver_id', 'in', ids)
    .orderBy('id')
    .selectAll()
    .execute();
  if (events.length === 0) return 'Nothing is recorded.';
  const rows = events.map((event) => columns.map((column) => textOf(event[column])));
  return asTable([[...columns], ...rows]);
});

function textOf(value: string | Date | null): string {
  return value instanceof Date ? value.toISOString() : (value ?? '–');
}
