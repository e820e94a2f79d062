import { connect } from '../database/connect.ts';
import { readJobEnv } from '../env.ts';
import { requireDriversByEmail } from '../sessions/repository.ts';
import { onlyArgument, runAsCommand } from './run-as-command.ts';

/** `node src/commands/disable-driver.ts <email>`: keeps a driver from logging in, until `approve-driver`. */
await runAsCommand(async () => {
  const email = onlyArgument("Say who may not log in: one driver's e-mail address.");
  const db = connect(readJobEnv().DATABASE_OWNER_URL);
  const drivers = await requireDriversByEmail(db, email);
  const ids = drivers.map(({ id }) => id);
  // A trigger ends the sessions and the magic link, and records that.
  await db
    .updateTable('drivers')
    .set({ disabled_at: new Date() })
    .where('id', 'in', ids)
    .where('disabled_at', 'is', null)
    .execute();
  await db.destroy();
  console.log(`${drivers[0].name} may not log in any more, and every session has ended.`);
});
