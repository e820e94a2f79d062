import { useRef, useState } from 'react';

/** How far the sending of a form or a link has come; `error` says why it failed. One is sent at a time. */
export function useSending() {
  const [sending, setSending] = useState<{
    state: 'idle' | 'sending' | 'done' | 'failed';
    error?: unknown;
  }>({ state: 'idle' });
  const isSending = useRef(false);

  async function send(work: () => Promise<void>) {
    if (isSending.current) return;
    isSending.current = true;
    setSending({ state: 'sending' });
    try {
      await work();
      setSending({ state: 'done' });
    } catch (error) {
      setSending({ state: 'failed', error });
    }
    isSending.current = false;
  }

  return { ...sending, send, reset: () => setSending({ state: 'idle' }) };
}
