import { runOnDrivers } from './run-as-command.ts';

/** `node src/commands/disable-driver.ts <email>`: keeps a driver from logging in, until `approve-driver`. */
await runOnDrivers(
  'Give the e-mail address of a driver who may not log in.',
  async (db, drivers) => {
    const ids = drivers.map(({ id }) => id);
    // A trigger ends the sessions and the magic link, and records that.
    await db
      .updateTable('drivers')
      .set({ disabled_at: new Date() })
      .where('id', 'in', ids)
      .where('disabled_at', 'is', null)
      .execute();
    return `${drivers[0].name} may not log in any more, and every session has ended.`;
  },
);
