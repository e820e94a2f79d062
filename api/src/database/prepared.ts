import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import type { Database } from './tables.ts';

const names = new Map<string, string>();

/** Returns the name under which Postgres keeps this statement per connection; undefined for most. */
export const nameOfPrepared = (text: string): string | undefined => names.get(text);

/**
 * Prepares a query that many calls make: it is built once, and parsed once per connection.
 *
 * It must list its columns, each with its table. Postgres refuses a prepared statement whose result columns
 * have changed, which `*` causes when a migration adds one, and a name that has become ambiguous.
 *
 * @param statement has placeholder values for its parameters
 * @returns runs the query with the values in the order of its text
 */
export function prepared<Row>(name: string, statement: RawBuilder<Row>) {
  let query: CompiledQuery<Row> | undefined;
  return (db: Database, parameters: readonly unknown[]): Promise<QueryResult<Row>> => {
    query ??= statement.compile(db);
    names.set(query.sql, name);
    return db.executeQuery({ ...query, parameters });
  };
}
