import { createHmac } from 'node:crypto';
import { stripeKeys } from 'local-services/stripe-keys';

/** An event of Stripe about an account, with its headers. */
export function stripeEvent(accountId: string, secret = stripeKeys.webhookSecret) {
  // Indented, so that the signature does not match if the body is parsed and serialised again.
  const body = JSON.stringify(
    {
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type: 'account.updated',
      account: accountId,
      data: { object: { id: accountId, object: 'account' } },
    },
    null,
    2,
  );
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${seconds},v1=${signature}`,
  };
  return { body, headers };
}
