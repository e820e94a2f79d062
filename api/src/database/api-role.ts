import { sql } from 'kysely';
import { EnvError, type JobEnv } from '../env.ts';
import { grants } from './grants.ts';
import { scramVerifier } from './scram-verifier.ts';
import type { Database } from './tables.ts';

/** Advisory lock, any number of our own: two at once would change the same rows of the catalog. */
const lock = 7_219_004_118;

/**
 * Makes the role that `DATABASE_URL` names, or gives it that password, and lets it do what `grants`
 * lists and nothing else.
 *
 * @param db connected as the owner of the tables, which may make roles or finds this one made
 * @throws {EnvError} when the role may do more all the same; nothing has changed then.
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
 * Without a password the role is another's to look after, once it is there. Settings that it has given
 * itself are taken back: Postgres lets every role change its own.
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
    for (const right of rights) {
      await sql`grant ${sql.raw(right)} on ${sql.table(table)} to ${grantee}`.execute(trx);
    }
  }
}

const currentDatabase = (trx: Database) =>
  trx.selectNoFrom(sql<string>`current_database()`.as('database')).executeTakeFirstOrThrow();

/**
 * Large objects are files that every role may write, past all grants. Only a superuser can take that
 * away.
 */
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

/**
 * The only way for the API's role to delete audit events. How old they have to be is decided here,
 * as the owner, and not by who calls it.
 */
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
 * Refuses a role that could undo what `grants` says.
 *
 * @param role who is connected, unless named
 * @throws {EnvError} saying what it may do.
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
