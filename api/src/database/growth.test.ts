import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { cleanUp } from '../housekeeping.ts';
import { mailMagicLink } from '../magic-links/mail-magic-link.ts';
import { type PayoutApi, startPayoutApi } from '../testing/start-payout-api.ts';

// Plans every statement on a growing table, with tables that have grown: none scans a whole one.

interface Statement {
  text: string;
  values: unknown[];
}

const sent = new Map<string, Statement>();
const remember = ({ text, values }: Statement) => sent.set(text, { text, values });
const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown;

let api: PayoutApi;
before(async () => {
  // Before any connection is opened, because each copies the method.
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...parameters: unknown[]) {
      const [statement] = parameters;
      if (typeof statement === 'object') remember(statement as Statement);
      return query.apply(this, parameters);
    },
  });
  api = await startPayoutApi({ hasWebhook: false });
  await fill();
  sent.clear();
});
after(async () => {
  Object.assign(pg.Client.prototype, { query });
  await api.stop();
});

const rows = 4000;

/** Adds rows as they are after some time; few have expired. */
async function fill(): Promise<void> {
  const many = sql`generate_series(1, ${sql.lit(rows)}) as n`;
  const hash = sql`sha256(n::text::bytea)`;
  const at = sql`now() - n * interval '1 minute'`;
  const ids = sql`(select id, row_number() over () as n from drivers) as driver`;
  for (const statement of [
    sql`insert into drivers (firebase_uid, email, name, phone, approved_at, stripe_error_token)
      select 'many-' || n, 'Many-' || n || '@kargo.example', 'Many', '2025550123', now(), 'many-' || n
      from ${many}`,
    sql`insert into access_tokens (token_hash, driver_id, expires_at)
      select ${hash}, id, now() + interval '30 days' - n * interval '1 second' from ${ids}`,
    sql`insert into identity_tokens (token_hash, used_at) select ${hash}, now() from ${many}`,
    sql`insert into magic_links (driver_id, token_hash, expires_at)
      select id, ${hash}, now() + interval '15 minutes' from ${ids}`,
    sql`insert into payout_links (token_hash, driver_id, purpose, expires_at)
      select ${hash}, id, 'onboarding', now() from ${ids}`,
    sql`insert into payout_accounts (driver_id, stripe_account_id) select id, 'acct_' || n from ${ids}`,
    sql`insert into payout_mails (driver_id, reason, due_at, requested_at)
      select id, 'unfinished', now() + interval '1 hour', now() - n * interval '1 second' from ${ids}`,
    sql`insert into rate_limits (key, hits, resets_at)
      select 'many ' || n, 1, now() + interval '1 hour' from ${many}`,
    sql`insert into stripe_events (id, received_at) select 'evt_' || n, now() from ${many}`,
    sql`insert into unclaimed_images (image_key, listed_at) select 'image-' || n, now() from ${many}`,
    sql`insert into audit_events (event, outcome, driver_id, at)
      select 'login', 'done', id, ${at} from ${ids}`,
  ]) {
    await statement.execute(api.db);
  }
  await sql`analyze`.execute(api.db);
}

test('no statement scans the whole of a growing table', async () => {
  await useEverything();
  const plans = await plansOf([...sent.values()].filter(isPlanned));
  assert.ok(plans.length > 30, `only ${plans.length} statements`);
  const scans = plans.filter(({ plan }) => /Seq Scan on (?!kysely)/.test(plan));
  assert.deepEqual(scans, []);
});

test('a sequential scan would be found', async () => {
  const text = 'select from drivers where name = $1';
  const [found] = await plansOf([{ text, values: ['Ada'] }]);
  assert.match(found?.plan ?? '', /Seq Scan on drivers/);
});

const isPlanned = ({ text }: Statement) =>
  /^\s*(select|insert|update|delete)/i.test(text) && /\b(from|into|update)\b/i.test(text);

async function plansOf(statements: Statement[]) {
  const client = new pg.Client(api.ownerUrl);
  await client.connect();
  const plans: { text: string; plan: string }[] = [];
  for (const { text, values } of statements) {
    const { rows } = await client.query(`explain ${text}`, values);
    plans.push({ text, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
  }
  await client.end();
  return plans;
}

/** Makes the calls of drivers and Stripe, and runs the periodic jobs. */
async function useEverything(): Promise<void> {
  const driver = await api.addDriver();
  const headers = await api.logIn(api.loginBody(driver));
  assert.equal((await api.submit(headers)).statusCode, 200);
  await api.mails.send();
  const link = await api.linkMailedTo(driver.email);
  await fetch(link, { redirect: 'manual' });
  await fetch(`${link}/return`, { redirect: 'manual' });
  const { stripe_error_token } = await api.profileOf(headers);
  await api.resend(stripe_error_token);
  await api.get('/update-bank-details', { headers });
  await mailMagicLink({ db: api.apiDb, mailer: api.mailer, site: api.env }, driver.email);
  const [magicToken = ''] =
    /(?<=magic_token=)\S+/.exec(api.mailer.sentTo(driver.email).at(-1)?.text ?? '') ?? [];
  assert.ok(await api.follow(magicToken));
  assert.equal(await api.follow('unknown'), undefined);
  await cleanUp({ ...api, db: api.apiDb }, assert.fail);
  await api.logOut(headers);
}
