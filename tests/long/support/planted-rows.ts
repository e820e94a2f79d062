/** Rows that the clean-up deletes from a table, and rows that it has to leave, as SQL. */
interface Planted {
  /** Number of old rows; there are also `few` young ones. */
  rows: number;
  columns: string;
  /** A value for each column, made from `mark`, which is unique, `at` and `driver`. */
  values: string;
  /** The time of the old rows, just past the limit; `young` is just within it. */
  old: string;
  young: string;
  /** The expression that reads the mark of a row. */
  mark: string;
}

const million = 1_000_000;
export const few = 1000;

/** Every table of the clean-up, by the name of its step. */
export const planted: Record<string, Planted> = {
  audit_events: {
    rows: million,
    columns: 'event, outcome, reason, at',
    values: `'login', 'done', mark, at`,
    old: '-401 days',
    young: '-399 days',
    mark: 'reason',
  },
  rate_limits: {
    rows: million,
    columns: 'key, hits, resets_at',
    values: 'mark, 1, at',
    old: '-1 minute',
    young: '1 hour',
    mark: 'key',
  },
  identity_tokens: {
    rows: million,
    columns: 'token_hash, used_at',
    values: 'mark::bytea, at',
    old: '-3 hours',
    young: '-1 hour',
    mark: `encode(token_hash, 'escape')`,
  },
  access_tokens: {
    rows: few,
    columns: 'token_hash, driver_id, expires_at',
    values: 'mark::bytea, driver, at',
    old: '-1 minute',
    young: '1 hour',
    mark: `encode(token_hash, 'escape')`,
  },
  magic_links: {
    rows: few,
    columns: 'token_hash, driver_id, expires_at',
    values: 'mark::bytea, driver, at',
    old: '-25 hours',
    young: '-23 hours',
    mark: `encode(token_hash, 'escape')`,
  },
  payout_links: {
    rows: few,
    columns: 'token_hash, driver_id, purpose, expires_at',
    values: `mark::bytea, driver, 'onboarding', at`,
    old: '-31 days',
    young: '-29 days',
    mark: `encode(token_hash, 'escape')`,
  },
  payout_mails: {
    rows: few,
    columns: 'driver_id, reason, requested_at, due_at',
    values: `driver, 'unfinished', at, now() + interval '1 day'`,
    old: '-25 hours',
    young: '-23 hours',
    mark: '(select firebase_uid from drivers where id = driver_id)',
  },
  stripe_events: {
    rows: few,
    columns: 'id, received_at',
    values: 'mark, at',
    old: '-31 days',
    young: '-29 days',
    mark: 'id',
  },
  unclaimed_images: {
    rows: few,
    columns: 'image_key, listed_at',
    values: `mark || '.webp', at`,
    old: '-2 hours',
    young: '-30 minutes',
    mark: 'image_key',
  },
};

/** Inserts a million drivers, and the rows of each table, which belong to some of these drivers. */
export function* insertions(): Generator<string> {
  yield `insert into drivers (firebase_uid, email, name, phone, approved_at)
    select mark || n, mark || n || '@kargo.example', 'Many', '2025550123', now()
    from generate_series(1, ${few}) as n, (values ('planted-old-'), ('planted-young-')) as marks (mark)`;
  yield `insert into drivers (firebase_uid, email, name, phone, approved_at)
    select 'many-' || n, 'Many-' || n || '@kargo.example', 'Many', '2025550123', now()
    from generate_series(1, ${million}) as n`;
  for (const [table, { rows, columns, values, old, young }] of Object.entries(planted)) {
    yield insertion(table, { columns, values, age: 'old', at: old, rows });
    yield insertion(table, { columns, values, age: 'young', at: young, rows: few });
  }
}

function insertion(
  table: string,
  row: { columns: string; values: string; age: string; at: string; rows: number },
): string {
  const driver = `(select id from drivers where firebase_uid = 'planted-${row.age}-' || (n - 1) % ${few} + 1)`;
  // Hashes, so that rows of the same age are scattered in an index.
  return `insert into ${table} (${row.columns})
    select ${row.values.replace(/\bdriver\b/, driver)}
    from generate_series(1, ${row.rows}) as n,
      lateral (select 'planted-${row.age}-' || md5(n::text) as mark, now() + interval '${row.at}' as at)`;
}

/** Counts the remaining planted rows of a table, as `old` and `young`. */
export const countOf = (table: string) => `
  select count(*) filter (where mark like 'planted-old-%')::int as old,
    count(*) filter (where mark like 'planted-young-%')::int as young
  from (select ${planted[table]?.mark} as mark from ${table})`;
