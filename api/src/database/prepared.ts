import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import type { Database } from './tables.ts';

const names = new Map<string, string>();

/** Returns the name by which Postgres keeps this statement on each connection; undefined for most. */
export const nameOfPrepared = (text: string): string | undefined => names.get(text);

/**
 * Prepares a query that many calls make: it is built once, and parsed once per connection.
 *
 * It has to list its columns, each with its table. Postgres refuses a prepared statement whose result has other
 * columns than before, which `*` has when a migration adds one, and a name that another table has now too.
 *
 * @param statement has any values for its parameters
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
