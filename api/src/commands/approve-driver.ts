import { connect } from '../database/connect.ts';
import { readJobEnv } from '../env.ts';
import { requireDriversByEmail } from '../sessions/repository.ts';
import { onlyArgument, runAsCommand } from './run-as-command.ts';

/** `node src/commands/approve-driver.ts <email>`: lets a driver log in, for the first time or after `disable-driver`. */
await runAsCommand(async () => {
  const email = onlyArgument("Say who may log in: one driver's e-mail address.");
  const db = connect(readJobEnv().DATABASE_OWNER_URL);
  const [{ id, name, approved_at, disabled_at }] = await requireDriversByEmail(db, email);
  const isDone = approved_at !== null && disabled_at === null;
  if (!isDone)
    await db.transaction().execute(async (trx) => {
      const change = { approved_at: approved_at ?? new Date(), disabled_at: null };
      await trx.updateTable('drivers').set(change).where('id', '=', id).execute();
      const event = { event: 'approved', outcome: 'done', driver_id: id } as const;
      await trx.insertInto('audit_events').values(event).execute();
    });
  await db.destroy();
  console.log(`${name} may log in${isDone ? ' already' : ''}.`);
});
