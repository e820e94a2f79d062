import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the id of the folder or bucket with the drivers' pictures. */
export const storage: Migration = {
  async up(db) {
    await sql`
    create table storage (
      id uuid not null default gen_random_uuid(),
      is_used boolean not null default false
    );
    insert into storage default values`.execute(db);
  },
};
