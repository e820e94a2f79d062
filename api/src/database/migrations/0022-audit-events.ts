import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const auditEvents: Migration = {
  async up(db) {
    // Of no driver's row: what happened stays known when the driver is gone.
    await db.schema
      .createTable('audit_events')
      .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .addColumn('event', 'text', (col) => col.notNull())
      .addColumn('outcome', 'text', (col) =>
        col.notNull().check(sql`outcome in ('done', 'refused')`),
      )
      .addColumn('reason', 'text')
      .addColumn('driver_id', 'uuid')
      .addColumn('session', 'text')
      .addColumn('request_id', 'text')
      .execute();
    await db.schema.createIndex('audit_events_at').on('audit_events').column('at').execute();
    await db.schema
      .createIndex('audit_events_driver_id')
      .on('audit_events')
      .columns(['driver_id', 'at'])
      .execute();

    // Nobody changes what was written, and nobody deletes what is young, owner and mistakes included.
    await sql`
    create function keep_audit_event() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at < now() - interval '30 days' then return old; end if;
      end if;
      raise exception 'audit events are kept as they were written';
    end $$`.execute(db);
    await sql`
    create trigger audit_events_are_kept before update or delete on audit_events
    for each row execute function keep_audit_event()`.execute(db);
    await sql`
    create trigger audit_events_are_not_emptied before truncate on audit_events
    for each statement execute function keep_audit_event()`.execute(db);

    await sql`
    create function record_account_change() returns trigger language plpgsql as $$
    begin
      insert into audit_events (event, outcome, reason, driver_id) values ('account_changed', 'done',
        coalesce(new.onboarding_error, case when new.onboarding_completed then 'completed' else 'open' end),
        new.id);
      return new;
    end $$`.execute(db);
    await sql`
    create trigger account_change_is_recorded after update on drivers for each row
    when ((old.onboarding_error, old.onboarding_completed)
      is distinct from (new.onboarding_error, new.onboarding_completed))
    execute function record_account_change()`.execute(db);
    await sql`
    create or replace function revoke_access_tokens() returns trigger language plpgsql as $$
    begin
      insert into audit_events (event, outcome, reason, driver_id)
      values ('sessions_ended', 'done', 'driver_disabled', new.id);
      delete from access_tokens where driver_id = new.id;
      return new;
    end $$`.execute(db);
  },
};
