import assert from 'node:assert/strict';
import type { Driver } from '../database/tables.ts';
import { completeForm } from '../payouts/repository.ts';
import { openConnectedAccount } from '../stripe/connected-account.ts';
import type { PayoutApi } from './start-payout-api.ts';

/** Adds a driver like one who has sent the form, with the link from the mail. */
export async function addDriverWithLink(api: PayoutApi) {
  const { driver, headers } = await api.addSignedInDriver();
  await api.db.insertInto('payout_accounts').values({ driver_id: driver.id }).execute();
  await openConnectedAccount(api.db, api.stripe, driver);
  const token = await completeForm(api.db, driver);
  await api.mails.send();
  return { driver, headers, token, link: await api.linkMailedTo(driver.email) };
}

/** Returns the audit events of links that a driver followed, oldest first. */
export const followedBy = async (api: PayoutApi, driver: Driver) =>
  (await api.eventsOf(driver, 'link_followed')).map(
    ({ outcome, reason }) => `${outcome} ${reason}`,
  );

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
