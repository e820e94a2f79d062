import { sql } from 'kysely';
import { ApiError } from '../api-error.ts';
import { connect } from '../database/connect.ts';
import { readEnv } from '../env.ts';
import { runAsCommand } from '../run-as-command.ts';

/** `node src/audit/audit-trail.ts <email>`: what happened around a driver, oldest first. */
await runAsCommand(async () => {
  const [email = '', ...rest] = process.argv.slice(2);
  if (!email || rest.length > 0) {
    throw new ApiError('validation_failed', "Say whose history: one driver's e-mail address.");
  }
  const db = connect(readEnv().DATABASE_URL);
  const driver = await db
    .selectFrom('drivers')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .select('id')
    .executeTakeFirst();
  if (!driver) throw new ApiError('driver_unknown', `No driver has the e-mail address ${email}.`);
  const events = await db
    .selectFrom('audit_events')
    .where('driver_id', '=', driver.id)
    .orderBy('id')
    .selectAll()
    .execute();
  for (const { at, event, outcome, reason, session, request_id } of events) {
    const [what, who, where] = [reason ?? '', session ?? 'no session', request_id ?? 'no request'];
    console.log(`${at.toISOString()}  ${event} ${outcome} ${what}  ${who}  ${where}`);
  }
  console.log(events.length === 0 ? 'Nothing is recorded.' : `${events.length} events.`);
  await db.destroy();
});
