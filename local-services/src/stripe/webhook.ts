import { createHmac } from 'node:crypto';
import { type ConnectedAccount, showAccount } from './connected-account.ts';
import { newId } from './new-id.ts';
import type { PendingEvent, StripeState } from './stripe-state.ts';

interface Receiver {
  url: string;
  /** Signing secret, as the receiver knows it. */
  secret: string;
}

const deadline = 10_000;
const longestPause = 60_000;

/**
 * Sends events about accounts to a webhook, in order. Undelivered events are kept in the state and
 * sent again.
 */
export class Webhook {
  readonly #state: StripeState;
  readonly #receiver: Receiver | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isSending = false;
  #isStopped = false;

  /** @param receiver nobody is told when there is none */
  constructor(state: StripeState, receiver: Receiver | undefined) {
    this.#state = state;
    this.#receiver = receiver;
    this.#sendSoon(0);
  }

  /** Queues an event, which is sent once the state is saved. */
  tell(type: string, account: ConnectedAccount): void {
    if (!this.#receiver) return;
    const id = newId('evt');
    const event = {
      id,
      object: 'event',
      account: account.id,
      api_version: null,
      created: Math.floor(Date.now() / 1000),
      data: { object: showAccount(account) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    };
    this.#state.content.events.push({ id, payload: JSON.stringify(event), attempts: 0 });
    this.#sendSoon(0);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #sendSoon(pause: number): void {
    if (this.#isStopped || this.#isSending) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendAll(), pause);
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    const { events } = this.#state.content;
    let pause: number | undefined;
    while (pause === undefined && events[0] && !this.#isStopped)
      pause = await this.#send(events[0]);
    this.#isSending = false;
    if (pause !== undefined) this.#sendSoon(pause);
  }

  /** @returns undefined when it was taken; else how long to wait, in milliseconds. */
  async #send(event: PendingEvent): Promise<number | undefined> {
    const wasTaken = await this.#post(event.payload);
    const { events } = this.#state.content;
    if (wasTaken) events.splice(events.indexOf(event), 1);
    else event.attempts += 1;
    this.#state.save();
    return wasTaken ? undefined : Math.min(500 * 2 ** event.attempts, longestPause);
  }

  async #post(payload: string): Promise<boolean> {
    if (!this.#receiver) return true;
    const { url, secret } = this.#receiver;
    try {
      const { ok } = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': sign(payload, secret, Math.floor(Date.now() / 1000)),
        },
        body: payload,
        redirect: 'error',
        signal: AbortSignal.timeout(deadline),
      });
      return ok;
    } catch {
      return false;
    }
  }
}

/** The signature of https://docs.stripe.com/webhooks#verify-manually. */
export function sign(payload: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}
