import { freePort } from 'local-services/free-port';
import type { Env } from '../env.ts';
import { sendDueMails } from '../payouts/payout-mails.ts';
import { openStripe } from '../stripe/open-stripe.ts';
import type { FormField } from './multipart-form.ts';
import { payoutFields, samplePicture } from './payout-form.ts';
import { startStripeStandIn, stripeKeys } from './start-stripe-stand-in.ts';
import { startTestApi } from './start-test-api.ts';

export type PayoutApi = Awaited<ReturnType<typeof startPayoutApi>>;

/** @param hasWebhook whether the stand-in for Stripe sends events to the API */
export async function startPayoutApi({
  hasWebhook = true,
  limits = {},
}: {
  hasWebhook?: boolean;
  limits?: Partial<Env>;
} = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const standIn = await startStripeStandIn(
    hasWebhook ? `${origin}/api/v1/stripe/webhook` : undefined,
  );
  const api = await startTestApi({
    ...stripeKeys,
    STRIPE_API_BASE: standIn.origin,
    // Required, but not used: mails go to the fake mailer.
    SMTP_URL: 'smtp://127.0.0.1:1',
    SITE_URL: origin,
    PAYOUT_MAIL_LIMIT_PER_ACCOUNT: 1000,
    PAYOUT_MAIL_LIMIT_PER_ADDRESS: 1000,
    ...limits,
  });
  await api.app.listen({ port, host: '127.0.0.1' });
  const stripe = openStripe(api.env);
  if (!stripe) throw new Error('Stripe is not configured.');
  const document = { bytes: await samplePicture(), filename: 'licence.png' };

  return {
    ...api,
    origin,
    standIn,
    stripe,
    mails: { send: () => sendDueMails({ ...api, db: api.apiDb }, api.app.log) },

    /** Sends the filled-in payout form with these changes. */
    async submit(
      headers: Record<string, string>,
      changes: Record<string, string | undefined> = {},
      docs: FormField | null = document,
    ) {
      return api.postForm('/insert-payout-details', payoutFields(docs, changes), headers);
    },

    /** Makes call 4. */
    resend: (token: string, mode = 1, remoteAddress = '127.0.0.1') =>
      api.get(`/resend-onboarding-link/${token}/${mode}`, { remoteAddress }),

    async accountsOf(driverId: string) {
      const all = await stripe.accounts.list({ limit: 100 });
      return all.data.filter(({ metadata }) => metadata?.driver_id === driverId);
    },

    /** Waits for this number of mails to a driver, and returns the link in the newest one. */
    async linkMailedTo(email: string, mails = 1): Promise<string> {
      await until(() => api.mailer.sentTo(email).length >= mails);
      const [link = ''] = /http\S+/.exec(api.mailer.sentTo(email).at(-1)?.text ?? '') ?? [];
      return link;
    },

    async stop() {
      await api.stop();
      await standIn.stop();
    },
  };
}

/** Follows a link in a mail to the Stripe page, and submits a form there. */
export async function doAtStripe(link: string, form: Record<string, string>): Promise<Response> {
  const page = await fetch(link);
  return fetch(page.url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ routing: '110000000', account: '000123456789', ...form }),
  });
}

/** Waits until a condition is true, for up to 45 seconds, as the machine may be busy. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 45_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`It did not become true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
