import { asTable } from '@kargo/shared-types/as-table';
import { connect } from '../database/connect.ts';
import { readJobEnv } from '../env.ts';
import { requireDriversByEmail } from '../sessions/repository.ts';
import { onlyArgument, runAsCommand } from './run-as-command.ts';

/** `node src/commands/audit-trail.ts <email>`: prints a driver's security events, oldest first. */
await runAsCommand(async () => {
  const email = onlyArgument("Say whose history: one driver's e-mail address.");
  const db = connect(readJobEnv().DATABASE_OWNER_URL);
  const ids = (await requireDriversByEmail(db, email)).map(({ id }) => id);
  const events = await db
    .selectFrom('audit_events')
    .where('driver_id', 'in', ids)
    .orderBy('id')
    .selectAll()
    .execute();
  await db.destroy();
  if (events.length === 0) return console.log('Nothing is recorded.');
  const columns = ['at', 'event', 'outcome', 'reason', 'session', 'request_id'] as const;
  console.log(
    asTable([
      [...columns],
      ...events.map((event) => columns.map((column) => textOf(event[column]))),
    ]),
  );
});

function textOf(value: string | Date | null): string {
  return value instanceof Date ? value.toISOString() : (value ?? '–');
}
