import assert from 'node:assert/strict';
import type { PayoutApi } from './start-payout-api.ts';

/** Adds a driver who has sent the form, with the link from the mail. */
export async function addDriverWithLink(api: PayoutApi) {
  const { driver, headers } = await api.addSignedInDriver();
  const { stripe_error_token: token } = (await api.submit(headers)).json();
  return { driver, headers, token, link: await api.linkMailedTo(driver.email) };
}

/** Returns the audit events of links that a driver followed, oldest first. */
export const followedBy = async ({ db }: PayoutApi, driverId: string) =>
  (
    await db
      .selectFrom('audit_events')
      .where('driver_id', '=', driverId)
      .where('event', '=', 'link_followed')
      .orderBy('id')
      .select(['outcome', 'reason'])
      .execute()
  ).map(({ outcome, reason }) => `${outcome} ${reason}`);

/** Returns where a link redirects to. */
export async function locationOf(url: string): Promise<string | null> {
  const response = await fetch(url, { redirect: 'manual' });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
  return response.headers.get('location');
}

export async function refusedWith(url: string, status: number, code: string): Promise<void> {
  const response = await fetch(url, { redirect: 'manual' });
  assert.equal(response.status, status, url);
  assert.ok((await response.text()).includes(`"code":"${code}"`), url);
}
