import { ApiError } from '@kargo/shared-runtime/api-client';
import { sendNow } from '@kargo/shared-ui/send-now';
import { useState } from 'react';

/** The progress of sending a form or a link; `error` says why it failed. */
export function useSending() {
  const [sending, setSending] = useState<{
    state: 'idle' | 'sending' | 'done' | 'failed';
    error?: unknown;
    wasReset?: boolean;
  }>({ state: 'idle' });

  async function send(work: () => Promise<void>) {
    setSending({ state: 'sending' });
    try {
      await sendNow(work);
      setSending(({ wasReset }) => ({ state: wasReset ? 'idle' : 'done' }));
    } catch (error) {
      // The session is over, and the page goes to the login.
      const isOver = error instanceof ApiError && error.status === 401;
      setSending(isOver ? { state: 'idle' } : { state: 'failed', error });
    }
  }

  /** Hides the outcome, and the success of a request under way: the form changed or is invalid. */
  const reset = () =>
    setSending(({ state }) =>
      state === 'sending' ? { state, wasReset: true } : { state: 'idle' },
    );

  return { ...sending, send, reset };
}
