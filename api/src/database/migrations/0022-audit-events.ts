import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const auditEvents: Migration = {
  async up(db) {
    await sql`
    -- No reference to the driver: the events are kept when the driver is deleted.
    create table audit_events (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      event text not null,
      outcome text not null check (outcome in ('done', 'refused')),
      reason text,
      driver_id uuid,
      session text,
      request_id text
    );
    create index audit_events_at on audit_events (at);
    create index audit_events_driver_id on audit_events (driver_id, at)`.execute(db);

    // Events cannot be changed, and recent ones cannot be deleted, not even by the table's owner.
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
