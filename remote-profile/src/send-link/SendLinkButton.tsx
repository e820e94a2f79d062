import { button } from '@kargo/shared-runtime/styles';
import { MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { useRef } from 'react';
import { useSending } from '../forms/useSending.ts';
import { FailureText } from '../notices/FailureText.tsx';

interface SendLinkButtonProps {
  label: string;
  send: () => Promise<void>;
  disabled?: boolean;
  /** Id of the text that says why it is disabled. */
  describedBy?: string;
  refusals?: Record<string, string>;
  /** Called when the success message has disappeared. */
  onSent?: () => void;
}

/** Sends a secure link by e-mail, and shows how that went. */
export function SendLinkButton({
  label,
  send,
  disabled,
  describedBy,
  refusals = {},
  onSent,
}: SendLinkButtonProps) {
  const sending = useSending();
  const opener = useRef<HTMLButtonElement>(null);
  const isSending = sending.state === 'sending';
  const failed = {
    title: 'Error',
    error: sending.error,
    text: <FailureText error={sending.error} call="request" refusals={refusals} />,
  };
  const message = { idle: null, sending: null, done: sent, failed }[sending.state];

  function close() {
    sending.reset();
    if (sending.state === 'done') onSent?.();
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={button()}
        onClick={() => isSending || sending.send(send)}
        disabled={disabled}
        aria-disabled={isSending}
        aria-describedby={describedBy}
      >
        {label}
      </button>
      <MessageDialog message={message} onClose={close} returnFocusTo={opener} />
    </>
  );
}

const sent = {
  title: 'Secure link sent',
  text: (
    <>
      <p>We've sent a secure e-mail link from Stripe.</p>
      <p>Link sent successfully to your email address.</p>
    </>
  ),
};
