import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectedAccount, showAccount } from './connected-account.ts';
import { newId } from './new-id.ts';
import type { StripeState } from './stripe-state.ts';

interface Receiver {
  url: string;
  secret: string;
}

const deadlineMs = 10_000;
const longestPauseMs = 60_000;

export type Webhook = ReturnType<typeof startWebhook>;

/**
 * Sends events about accounts to a webhook, in order. Keeps events in the state until delivered.
 *
 * @param receiver if undefined, no events are sent
 */
export function startWebhook(state: StripeState, receiver: Receiver | undefined) {
  const { events } = state.content;
  const stopped = new AbortController();
  let isSending = false;
  setImmediate(sendAll);

  async function sendAll(): Promise<void> {
    const { signal } = stopped;
    if (isSending || !receiver) return;
    isSending = true;
    let pauseMs = 500;
    while (events[0] && !signal.aborted) {
      if (await post(events[0].payload, receiver)) {
        events.shift();
        state.save();
        pauseMs = 500;
      } else {
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
        await wait(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
    isSending = false;
  }

  return {
    /** Queues an event about a changed account and sends it after the state is saved. */
    tell(account: ConnectedAccount): void {
      const id = newId('evt');
      const data = { object: showAccount(account) };
      const event = { id, object: 'event', type: 'account.updated', account: account.id, data };
      if (receiver) events.push({ id, payload: JSON.stringify(event) });
      setImmediate(sendAll);
    },
    stop: () => stopped.abort(),
  };
}

/** @returns whether the webhook accepted the event */
async function post(payload: string, { url, secret }: Receiver): Promise<boolean> {
  try {
    const { ok } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': sign(payload, secret, Math.floor(Date.now() / 1000)),
      },
      body: payload,
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    });
    return ok;
  } catch {
    return false;
  }
}

/** Returns the signature as in https://docs.stripe.com/webhooks#verify-manually. */
export function sign(payload: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}
