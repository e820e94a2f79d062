import type { Database } from '../database/tables.ts';
import { type Drivers, runOnDrivers } from './run-as-command.ts';

/** Keeps drivers from logging in, until `approveDriver`. Returns what to print. */
export async function disableDrivers(db: Database, drivers: Drivers): Promise<string> {
  const ids = drivers.map(({ id }) => id);
  // A trigger ends the sessions and the magic link, and records that.
  await db
    .updateTable('drivers')
    .set({ disabled_at: new Date() })
    .where('id', 'in', ids)
    .where('disabled_at', 'is', null)
    .execute();
  return `${drivers[0].name} may not log in any more, and every session has ended.`;
}

/** `node src/commands/disable-driver.ts <email>` */
if (import.meta.main)
  await runOnDrivers('Give the e-mail address of a driver who may not log in.', disableDrivers);
