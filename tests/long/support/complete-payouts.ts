import { ApiSession } from 'e2e/support/api-session';
import type { Driver } from 'e2e/support/drivers';
import { requireOk } from 'e2e/support/requests';
import { inboxUrl } from 'e2e/support/site';
import { eventually } from './eventually.ts';

/** Sends a new driver's form until it is accepted, then follows the link in the mail and does what Stripe asks for. */
export async function completePayouts(driver: Driver, site: string): Promise<void> {
  const session = await eventually(() => ApiSession.open(driver, site));
  await eventually(() => session.sendPayoutDetails());
  const page = await eventually(async () => {
    const [mail] = await mailsTo(driver.email);
    return requireOk(await fetch(/http\S+/.exec(mail?.text ?? '')?.[0] ?? ''));
  });
  const body = new URLSearchParams('action=submit&routing=110000000&account=000123456789');
  // The redirect back is not followed, so that only Stripe's event can report it.
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
