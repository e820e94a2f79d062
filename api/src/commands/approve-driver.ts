import type { Database } from '../database/tables.ts';
import { type Drivers, runOnDrivers } from './run-as-command.ts';

/** Lets a driver log in, for the first time or after `disableDrivers`. Returns what to print. */
export async function approveDriver(db: Database, [driver]: Drivers): Promise<string> {
  const { id, name, approved_at, disabled_at } = driver;
  if (approved_at !== null && disabled_at === null) return `${name} may log in already.`;
  await db.transaction().execute(async (trx) => {
    const change = { approved_at: approved_at ?? new Date(), disabled_at: null };
    await trx.updateTable('drivers').set(change).where('id', '=', id).execute();
    const event = { event: 'approved', outcome: 'done', driver_id: id } as const;
    await trx.insertInto('audit_events').values(event).execute();
  });
  return `${name} may log in.`;
}

/** `node src/commands/approve-driver.ts <email>` */
if (import.meta.main)
  await runOnDrivers('Give the e-mail address of a driver who may log in.', approveDriver);
