import { useRef, useState } from 'react';

/** How far the sending of a form or a link has come; `error` says why it failed. One is sent at a time. */
export function useSending() {
  const [sending, setSending] = useState<{
    state: 'idle' | 'sending' | 'done' | 'failed';
    error?: unknown;
    wasReset?: boolean;
  }>({ state: 'idle' });
  const isSending = useRef(false);

  async function send(work: () => Promise<void>) {
    if (isSending.current) return;
    isSending.current = true;
    setSending({ state: 'sending' });
    try {
      await work();
      setSending(({ wasReset }) => ({ state: wasReset ? 'idle' : 'done' }));
    } catch (error) {
      setSending({ state: 'failed', error });
    }
    isSending.current = false;
  }

  /** Hides the outcome. If something is being sent, its success will not be shown: the form has changed since. */
  const reset = () =>
    setSending(({ state }) =>
      state === 'sending' ? { state, wasReset: true } : { state: 'idle' },
    );

  return { ...sending, send, reset };
}
