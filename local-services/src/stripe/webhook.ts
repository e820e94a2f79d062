import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectedAccount, showAccount } from './connected-account.ts';
import { newId } from './new-id.ts';
import type { StripeState } from './stripe-state.ts';

interface Receiver {
  url: string;
  /** Signing secret, as the receiver knows it. */
  secret: string;
}

const deadlineMs = 10_000;
const longestPauseMs = 60_000;

/**
 * Sends events about accounts to a webhook, in order. Undelivered events are kept in the state and
 * sent again.
 */
export class Webhook {
  readonly #state: StripeState;
  readonly #receiver: Receiver | undefined;
  readonly #stopped = new AbortController();
  #isSending = false;

  /** @param receiver nobody is told when there is none */
  constructor(state: StripeState, receiver: Receiver | undefined) {
    this.#state = state;
    this.#receiver = receiver;
    setImmediate(() => this.#sendAll());
  }

  /** Queues an event, which is sent once the state is saved. */
  tell(type: string, account: ConnectedAccount): void {
    const id = newId('evt');
    const event = {
      id,
      object: 'event',
      account: account.id,
      data: { object: showAccount(account) },
      type,
    };
    if (this.#receiver) this.#state.content.events.push({ id, payload: JSON.stringify(event) });
    setImmediate(() => this.#sendAll());
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #sendAll(): Promise<void> {
    const { signal } = this.#stopped;
    const { events } = this.#state.content;
    if (this.#isSending || !this.#receiver) return;
    this.#isSending = true;
    let pauseMs = 500;
    while (events[0] && !signal.aborted) {
      if (await post(events[0].payload, this.#receiver)) {
        events.shift();
        this.#state.save();
        pauseMs = 500;
      } else {
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
        await wait(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
    this.#isSending = false;
  }
}

/** @returns whether the event was taken */
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

/** The signature of https://docs.stripe.com/webhooks#verify-manually. */
export function sign(payload: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}
