import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';
import { openStripe } from '../stripe/open-stripe.ts';
import { addDriverWithLink, followedBy, locationOf, refusedWith } from '../testing/payout-links.ts';
import { doAtStripe, startPayoutApi, until } from '../testing/start-payout-api.ts';

const api = await startPayoutApi();
after(() => api.stop());

test('form, mail, page of Stripe, webhook: the driver is verified', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  await api.submit(headers);
  const link = await api.linkMailedTo(driver.email);
  assert.match(link, new RegExp(`^${api.origin}/api/v1/payout-links/[\\w-]{43}$`));
  const finished = await doAtStripe(link, { action: 'submit', decision: '' });
  assert.equal(finished.headers.get('location'), `${link}/return`);
  assert.equal(await locationOf(`${link}/return`), `${api.origin}/stripe-success`);
  const profile = await api.profileOf(headers);
  assert.equal(profile.onboarding_completed, true);
  assert.equal(profile.onboarding_error, null);
});

test('the webhook alone updates the state when nobody returns from Stripe', async () => {
  const { headers, link } = await addDriverWithLink(api);
  await doAtStripe(link, { action: 'submit', decision: '' });
  await until(async () => (await api.profileOf(headers)).onboarding_completed);
});

test('a rejected driver sees the reason, asks for another link, corrects the details and is verified', async () => {
  const { driver, headers, token, link } = await addDriverWithLink(api);
  await doAtStripe(link, { action: 'submit', decision: 'requirements.past_due' });
  await until(async () => (await api.profileOf(headers)).onboarding_error !== null);
  assert.equal((await api.profileOf(headers)).onboarding_error, 'requirements.past_due');

  assert.equal((await api.resend(token, 2)).statusCode, 204);
  const second = await api.linkMailedTo(driver.email, 2);
  assert.notEqual(second, link);
  await doAtStripe(second, { action: 'submit', decision: '' });
  await until(async () => (await api.profileOf(headers)).onboarding_completed);
  assert.equal((await api.profileOf(headers)).onboarding_error, null);
});

test('a driver who leaves Stripe early returns to the profile, and can follow the link again', async () => {
  const { headers, link } = await addDriverWithLink(api);
  const left = await doAtStripe(link, { action: 'later' });
  assert.equal(await locationOf(String(left.headers.get('location'))), `${api.origin}/profile`);
  assert.equal((await api.profileOf(headers)).onboarding_completed, false);
  await doAtStripe(link, { action: 'submit', decision: '' });
  await until(async () => (await api.profileOf(headers)).onboarding_completed);
});

for (const [decision, path] of [
  ['', '/stripe-success'],
  ['requirements.pending_verification', '/stripe-success'],
  ['requirements.past_due', '/profile'],
  ['rejected.fraud', '/profile'],
  ['transfers_pending', '/stripe-success'],
  ['transfers_inactive', '/profile'],
  ['payouts_off', '/stripe-success'],
  ['due', '/stripe-success'],
] as const) {
  test(`with the decision "${decision}" Stripe leads back to ${path}`, async () => {
    const { link } = await addDriverWithLink(api);
    const sent = await doAtStripe(link, { action: 'submit', decision });
    assert.equal(await locationOf(String(sent.headers.get('location'))), api.origin + path);
  });
}

test('the profile says why an account is not ready yet', async () => {
  const { headers, link } = await addDriverWithLink(api);
  const decide = async (decision: string) => {
    await doAtStripe(link, { action: 'submit', decision });
    await locationOf(`${link}/return`);
    return api.profileOf(headers);
  };
  for (const [decision, waits_for] of [
    ['transfers_pending', 'transfers_pending'],
    ['transfers_inactive', 'transfers_inactive'],
    ['payouts_off', 'payouts'],
  ] as const) {
    const { onboarding_completed, onboarding_error, payout_notes } = await decide(decision);
    assert.deepEqual([onboarding_completed, onboarding_error], [false, null]);
    assert.equal(payout_notes.waits_for, waits_for);
  }
  const due = await decide('due');
  assert.equal(due.onboarding_completed, true);
  assert.ok(Date.parse(due.payout_notes.due_at) > Date.now());
  assert.deepEqual(due.payout_notes.problems, ['verification_document_not_readable']);
  assert.ok(!('payout_notes' in (await decide(''))));
});

test('the link of a rejected account leads to the profile, which says why', async () => {
  const { driver, headers, link } = await addDriverWithLink(api);
  await doAtStripe(link, { action: 'submit', decision: 'rejected.fraud' });
  await until(async () => (await api.profileOf(headers)).onboarding_error === 'rejected.fraud');
  assert.equal(await locationOf(link), `${api.origin}/profile`);
  assert.equal((await followedBy(api, driver)).at(-1), 'refused rejected');
});

test('an expired Stripe page leads to a new one', async () => {
  const { link } = await addDriverWithLink(api);
  const expired = await doAtStripe(link, { action: 'expire' });
  const back = String(expired.headers.get('location'));
  assert.match(back, new RegExp(`^${link}\\?round=1&since=\\d+$`));
  const first = await locationOf(back);
  const second = await locationOf(link);
  assert.notEqual(first, second);
});

test('a Stripe page that redirects straight back is not opened a fourth time', async () => {
  const { driver, link } = await addDriverWithLink(api);
  const backFrom = async (address: string) => {
    const page = String(await locationOf(address));
    await fetch(page);
    // The stand-in's page works once, so it leads back at once.
    return String((await fetch(page, { redirect: 'manual' })).headers.get('location'));
  };
  const third = await backFrom(await backFrom(await backFrom(link)));
  await refusedWith(third, 503, 'stripe_leads_back');
  assert.equal((await followedBy(api, driver)).at(-1), 'refused unavailable');
  // A driver who stayed on a page for a while, or starts again, gets a fresh one, however often.
  const stripes = new RegExp(`^${api.standIn.origin}/setup/`);
  const later = new URL(third);
  later.searchParams.set('since', String(Number(later.searchParams.get('since')) - 61));
  assert.match(String(await locationOf(later.href)), stripes);
  assert.match(String(await locationOf(link)), stripes);
  for (const wrong of ['?round=x&since=1', '?round=-9&since=', '?round=1e9&round=2', '?round=9'])
    assert.match(String(await locationOf(link + wrong)), stripes, wrong);
});

test('a mail scanner that requests the link does not use it up', async () => {
  const { headers, link } = await addDriverWithLink(api);
  const head = await fetch(link, { method: 'HEAD', redirect: 'manual' });
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('location'), null);
  for (let visit = 1; visit <= 3; visit += 1) await fetch(link);
  await doAtStripe(link, { action: 'submit', decision: '' });
  await until(async () => (await api.profileOf(headers)).onboarding_completed);
});

test('a link that is a day old leads to the page for expired links, with the token for a new one', async () => {
  const { driver, token, link } = await addDriverWithLink(api);
  const age = (interval: string) =>
    api.db
      .updateTable('payout_links')
      .set({ expires_at: sql<Date>`expires_at - ${interval}::interval` })
      .where('driver_id', '=', driver.id)
      .execute();
  await age('23 hours 59 minutes');
  assert.match(String(await locationOf(link)), new RegExp(`^${api.standIn.origin}/setup/`));
  await age('1 minute');
  for (const address of [link, `${link}/return`]) {
    assert.equal(await locationOf(address), `${api.origin}/stripe-error?token=${token}`);
  }
  assert.deepEqual(await followedBy(api, driver), ['done onboarding', 'refused expired']);

  assert.equal((await api.resend(token)).statusCode, 204);
  const fresh = await api.linkMailedTo(driver.email, 2);
  assert.match(String(await locationOf(fresh)), new RegExp(`^${api.standIn.origin}/setup/`));
});

test('if a link expires while its driver is at Stripe, the way back still leads to the result', async () => {
  const { driver, link } = await addDriverWithLink(api);
  await doAtStripe(link, { action: 'submit', decision: '' });
  await api.db
    .updateTable('payout_links')
    .set({ expires_at: sql<Date>`now()` })
    .where('driver_id', '=', driver.id)
    .execute();
  assert.equal(await locationOf(`${link}/return`), `${api.origin}/stripe-success`);
});

test('a link that nobody was sent, or that was cut off, is not found', async () => {
  const { link } = await addDriverWithLink(api);
  for (const wrong of ['x'.repeat(43), 'short', '%00'].map((token) => new URL(token, link).href)) {
    await refusedWith(wrong, 404, 'not_found');
    await refusedWith(`${wrong}/return`, 404, 'not_found');
  }
  await refusedWith(link.slice(0, -1), 404, 'not_found');
  await refusedWith(new URL('.', link).href, 404, 'not_found');
});

test('a link of a disabled driver does not work', async () => {
  const { driver, link } = await addDriverWithLink(api);
  await api.setDriver(driver, { disabled_at: new Date() });
  await refusedWith(link, 404, 'not_found');
});

test('when Stripe creates no page, the error says so, not that the link expired', async () => {
  const { driver, link } = await addDriverWithLink(api);
  const [account] = await api.accountsOf(driver.id);
  await api.stripe.accounts.del(String(account?.id));
  await refusedWith(link, 409, 'payouts_not_ready');
  assert.equal(await locationOf(`${link}/return`), `${api.origin}/profile`);
  assert.deepEqual(await followedBy(api, driver), ['refused unavailable']);
});

test('following a link to Stripe is recorded; if that fails, the link leads nowhere', async (t) => {
  const { driver, link } = await addDriverWithLink(api);
  await locationOf(link);
  assert.deepEqual(await followedBy(api, driver), ['done onboarding']);

  await sql`alter table audit_events add constraint planted
    check (event <> 'link_followed') not valid`.execute(api.db);
  t.after(() => sql`alter table audit_events drop constraint planted`.execute(api.db));
  const unrecorded = await fetch(link, { redirect: 'manual' });
  assert.equal(unrecorded.status, 500);
  assert.equal(unrecorded.headers.get('location'), null);
});

test('while Stripe is unavailable or not configured, a link does not count as expired', async (t) => {
  const { driver, link } = await addDriverWithLink(api);
  const { pathname } = new URL(link);
  const timeout = 1000;
  const away = openStripe({ ...api.env, STRIPE_API_BASE: 'http://127.0.0.1:1' }, { timeout });
  for (const [stripe, code] of [
    [away, 'stripe_unavailable'],
    [undefined, 'payouts_unavailable'],
  ] as const) {
    const app = await buildApp({ ...api, db: api.apiDb, stripe });
    t.after(() => app.close());
    const response = await app.inject(pathname);
    assert.equal(response.statusCode, 503);
    assert.equal(response.json().code, code);
    // Those who return from Stripe continue, since its webhook delivers the rest.
    const { statusCode, headers } = await app.inject(`${pathname}/return`);
    assert.equal(statusCode, stripe ? 303 : 503);
    assert.equal(headers.location, stripe && `${api.origin}/profile`);
  }
  assert.deepEqual(await followedBy(api, driver), ['refused unavailable', 'refused unavailable']);
  assert.match(String(await locationOf(link)), new RegExp(`^${api.standIn.origin}/setup/`));
});
