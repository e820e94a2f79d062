import { useRef, useState } from 'react';
import { Button, Text } from 'shared-runtime/ui';
import { type Message, MessageDialog } from 'shared-ui/MessageDialog';
import type { Sending } from '../forms/sending.ts';
import { FailureText } from '../notices/FailureText.tsx';

interface SendLinkButtonProps {
  label: string;
  /** Asks the API for the mail. */
  send: () => Promise<void>;
  disabled?: boolean;
  /** Id of the text that says why it is disabled. */
  describedBy?: string;
  /** Called when the success message has disappeared. */
  onSent?: () => void;
}

/** Has a secure link sent by e-mail, and says how that went. */
export function SendLinkButton({
  label,
  send,
  disabled,
  describedBy,
  onSent,
}: SendLinkButtonProps) {
  const [sending, setSending] = useState<Sending>({ state: 'idle' });
  const button = useRef<HTMLButtonElement>(null);
  const isSending = sending.state === 'sending';

  async function sendLink() {
    if (isSending) return;
    setSending({ state: 'sending' });
    try {
      await send();
      setSending({ state: 'done' });
    } catch (error) {
      setSending({ state: 'failed', error });
    }
  }

  function close() {
    setSending({ state: 'idle' });
    if (sending.state === 'done') onSent?.();
  }

  return (
    <>
      <Button
        ref={button}
        onClick={sendLink}
        disabled={disabled}
        aria-disabled={isSending}
        aria-describedby={describedBy}
      >
        {label}
      </Button>
      <MessageDialog message={messageOf(sending)} onClose={close} returnFocusTo={button} />
    </>
  );
}

function messageOf(sending: Sending): Message | null {
  if (sending.state === 'failed') {
    return { title: 'Error', text: <FailureText error={sending.error} call="request" /> };
  }
  if (sending.state !== 'done') return null;
  return {
    title: 'Secure link sent',
    text: (
      <>
        <Text>We've sent a secure e-mail link from Stripe.</Text>
        <Text>Link sent successfully to your email address.</Text>
      </>
    ),
  };
}
