import { useState } from 'react';

interface Sending {
  state: 'idle' | 'sending' | 'done' | 'failed';
  error?: unknown;
}

/** How far the sending of a form or a link has come; `error` says why it failed. */
export function useSending() {
  const [sending, setSending] = useState<Sending>({ state: 'idle' });

  async function send(work: () => Promise<void>) {
    setSending({ state: 'sending' });
    try {
      await work();
      setSending({ state: 'done' });
    } catch (error) {
      setSending({ state: 'failed', error });
    }
  }

  return { ...sending, send, reset: () => setSending({ state: 'idle' }) };
}
