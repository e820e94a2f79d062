import { ApiSession } from 'e2e/support/api-session';
import type { Driver } from 'e2e/support/drivers';
import { requireOk } from 'e2e/support/requests';
import { inboxUrl } from 'e2e/support/site';
import { eventually } from './eventually.ts';

/** Sends a driver's form until accepted, follows the link in the mail, and does Stripe's part. */
export async function completePayouts(driver: Driver, site: string): Promise<void> {
  const session = await eventually(() => ApiSession.open(driver, site));
  await eventually(() => session.sendPayoutDetails());
  const page = await eventually(async () => {
    const [mail] = await mailsTo(driver.email);
    return requireOk(await fetch(/http\S+/.exec(mail?.text ?? '')?.[0] ?? ''));
  });
  const body = new URLSearchParams('action=submit&routing=110000000&account=000123456789');
  // Does not follow the redirect back, so that only Stripe's event can report it.
  await fetch(page.url, { method: 'POST', body, redirect: 'manual' });
  await eventually(async () => {
    const { onboarding_completed } = await session.profile();
    if (!onboarding_completed) throw new Error(`${driver.email} is not verified.`);
  });
}

export async function mailsTo(email: string): Promise<{ text: string }[]> {
  return (await fetch(`${inboxUrl}/api/messages?to=${email}`)).json() as Promise<
    { text: string }[]
  >;
}
