import { useRef, useState } from 'react';
import { Button, Text } from 'shared-runtime/ui';
import { FailureText } from '../notices/FailureText.tsx';
import { MessageDialog } from '../notices/MessageDialog.tsx';

type Sending =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'sent' }
  | { state: 'failed'; error: unknown };

interface SendLinkButtonProps {
  label: string;
  /** Asks the API for the mail. */
  send: () => Promise<void>;
  disabled?: boolean;
  /** Id of the text that says why it is disabled. */
  describedBy?: string;
  /** Called when the word of success has been put away. */
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
  const busy = sending.state === 'sending';

  async function sendLink() {
    if (busy) return;
    setSending({ state: 'sending' });
    try {
      await send();
      setSending({ state: 'sent' });
    } catch (error) {
      setSending({ state: 'failed', error });
    }
  }

  function close() {
    setSending({ state: 'idle' });
    if (sending.state === 'sent') onSent?.();
  }

  return (
    <>
      <Button
        ref={button}
        onClick={sendLink}
        disabled={disabled}
        aria-disabled={busy}
        aria-describedby={describedBy}
      >
        {label}
      </Button>
      <MessageDialog
        open={sending.state === 'sent'}
        title="Secure link sent"
        onClose={close}
        returnFocusTo={button}
      >
        <Text>We've sent a secure e-mail link from Stripe.</Text>
        <Text>Link sent successfully to your email address.</Text>
      </MessageDialog>
      <MessageDialog
        open={sending.state === 'failed'}
        title="Error"
        onClose={close}
        returnFocusTo={button}
      >
        {sending.state === 'failed' && <FailureText error={sending.error} call="request" />}
      </MessageDialog>
    </>
  );
}
