import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import type { Database } from './tables.ts';

const names = new Map<string, string>();

/** The name under which Postgres keeps a statement per connection, if it is prepared. */
export const nameOfPrepared = (text: string): string | undefined => names.get(text);

/**
 * Prepares a query that many calls make: it is built once, and parsed once per connection.
 *
 * It must list its columns, each with its table: Postgres refuses the statement once a migration
 * changes the result of `*` or makes a name ambiguous.
 *
 * @param statement has placeholder values for its parameters
 * @returns a function that runs the query, with the values in the order of its text
 */
export function prepared<Row>(name: string, statement: RawBuilder<Row>) {
  let query: CompiledQuery<Row> | undefined;
  return (db: Database, parameters: readonly unknown[]): Promise<QueryResult<Row>> => {
    query ??= statement.compile(db);
    names.set(query.sql, name);
    return db.executeQuery({ ...query, parameters });
  };
}
