import { sql } from 'kysely';
import { EnvError, type JobEnv } from '../env.ts';
import { grants } from './grants.ts';
import { scramVerifier } from './scram-verifier.ts';
import type { Database } from './tables.ts';

/** An arbitrary advisory lock: two runs at once would change the same catalog rows. */
const lock = 7_219_004_118;

/**
 * Creates the role in `DATABASE_URL` if needed, sets its password, and grants it only `grants`.
 *
 * @param db signed in as the owner of the tables, who may create roles if this one is missing
 * @throws {EnvError} when the role still has more rights; then nothing is changed.
 */
export function setUpApiRole(
  db: Database,
  { DATABASE_URL, AUDIT_DAYS }: Pick<JobEnv, 'DATABASE_URL' | 'AUDIT_DAYS'>,
): Promise<void> {
  const { username, password } = new URL(DATABASE_URL);
  const role = decodeURIComponent(username);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
    await setUpLogin(trx, role, decodeURIComponent(password));
    await grantTables(trx, role);
    await revokeLargeObjects(trx);
    await grantForgetting(trx, role, AUDIT_DAYS);
    await requireNarrowRole(trx, role);
  });
}

/**
 * Creates the role if needed. Without a password in the URL, it is managed elsewhere and left as
 * it is. Otherwise resets its settings, because Postgres lets every role change its own.
 */
async function setUpLogin(trx: Database, role: string, password: string) {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(trx);
  if (rows.length === 0) await sql`create role ${sql.id(role)} login`.execute(trx);
  if (!password) return;
  const verifier = sql.lit(scramVerifier(password));
  await sql`alter role ${sql.id(role)} login password ${verifier}`.execute(trx);
  await sql`alter role ${sql.id(role)} reset all`.execute(trx);
  const { database } = await currentDatabase(trx);
  await sql`alter role ${sql.id(role)} in database ${sql.id(database)} reset all`.execute(trx);
}

async function grantTables(trx: Database, role: string) {
  const grantee = sql.id(role);
  const { database } = await currentDatabase(trx);
  await sql`revoke temporary on database ${sql.id(database)} from public`.execute(trx);
  await sql`grant connect on database ${sql.id(database)} to ${grantee}`.execute(trx);
  await sql`revoke create on schema public from public`.execute(trx);
  await sql`revoke all on schema public from ${grantee}`.execute(trx);
  await sql`grant usage on schema public to ${grantee}`.execute(trx);

  const { rows: owned } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and relowner = current_user::regrole`.execute(trx);
  for (const { name } of owned) {
    await sql`revoke all on ${sql.table(name)} from ${grantee}, public`.execute(trx);
  }
  for (const [table, rights] of Object.entries(grants)) {
    if (!rights) continue;
    await sql`grant ${sql.raw(rights)} on ${sql.table(table)} to ${grantee}`.execute(trx);
  }
}

const currentDatabase = (trx: Database) =>
  trx.selectNoFrom(sql<string>`current_database()`.as('database')).executeTakeFirstOrThrow();

/** Revokes writing large objects, which every role may do. Only a superuser can revoke that. */
async function revokeLargeObjects(trx: Database) {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where (select rolsuper from pg_roles where rolname = current_user)
      and pronamespace = 'pg_catalog'::regnamespace and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite')`.execute(
    trx,
  );
  for (const { name } of rows) {
    await sql`revoke execute on function ${sql.raw(name)} from public`.execute(trx);
  }
}

/** The only way for the API to delete audit events: their owner sets the age, not the caller. */
async function grantForgetting(trx: Database, role: string, days: number) {
  await sql`
    create or replace function forget_old_audit_events(most int) returns int
    language plpgsql security definer set search_path = '' as $$
    declare deleted int;
    begin
      delete from public.audit_events where id in (
        select id from public.audit_events where at < now() - interval '${sql.raw(`${days}`)} days'
        order by at limit most);
      get diagnostics deleted = row_count;
      return deleted;
    end $$`.execute(trx);
  await sql`revoke all on function forget_old_audit_events(int) from public`.execute(trx);
  await sql`grant execute on function forget_old_audit_events(int) to ${sql.id(role)}`.execute(trx);
}

/**
 * Refuses a role with rights or settings beyond `grants`.
 *
 * @param role the connection's by default
 * @throws {EnvError} that names the right or settings.
 */
export async function requireNarrowRole(db: Database, role?: string): Promise<void> {
  const who = role ? sql`${role}::name` : sql`current_user`;
  const { name, excess } = await db
    .selectNoFrom([
      sql<string>`${who}`.as('name'),
      sql<string | null>`case
        when exists (select from pg_roles where pg_has_role(${who}, oid, 'member')
          and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls))
          then 'has rights over the whole server'
        when exists (select from pg_class where relnamespace = 'public'::regnamespace
          and pg_has_role(${who}, relowner, 'member')) then 'owns tables'
        when has_schema_privilege(${who}, 'public', 'create')
          or has_database_privilege(${who}, current_database(), 'create') then 'may create tables'
        when has_any_column_privilege(${who}, 'public.audit_events', 'select, update')
          or has_table_privilege(${who}, 'public.audit_events', 'delete, truncate')
          then 'may do more with audit events than add them'
        when exists (select from pg_db_role_setting join pg_roles on pg_roles.oid = setrole
          where rolname = ${who} and setdatabase in (0, (select oid from pg_database
          where datname = current_database()))) then 'has settings of its own'
      end`.as('excess'),
    ])
    .executeTakeFirstOrThrow();
  if (!excess) return;
  throw new EnvError(
    `DATABASE_URL signs in as "${name}", which ${excess}: name a role of the API's own, which the job migrate makes (docs/operations.md, Database).`,
  );
}
