-- For a database that was restored to the time :at. Standard input has the names of the stored pictures, one per line.
\set ON_ERROR_STOP on
begin;

-- Sessions and sign-in links that ended since then would be valid again.
insert into audit_events (event, outcome, reason) values ('sessions_ended', 'done', 'restored');
delete from access_tokens;
delete from magic_links;

-- Accounts opened at Stripe since then are unknown. This makes the API look for one before it opens another.
insert into payout_accounts (driver_id, started_at)
select id, least(:'at'::timestamptz, now() - interval '1 day') from drivers on conflict do nothing;

-- Pictures stored since then belong to nobody. The API deletes them after an hour.
create temporary table stored (image_key text);
\copy stored from pstdin
insert into unclaimed_images (image_key)
select image_key from stored except select image_key from drivers on conflict do nothing;

select count(*) as drivers, count(image_key) as pictures,
  count(image_key) filter (where image_key not in (table stored)) as "pictures that are missing"
from drivers;
commit;
