import { sessionSignal } from '@kargo/shared-runtime/session';
import { button, css } from '@kargo/shared-runtime/styles';
import { useOneAtATime } from '@kargo/shared-ui/forms/useOneAtATime';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { type Message, MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { Check } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { fileIsRead } from './examine-file.ts';
import { useSending } from './useSending.ts';

interface SendFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Sends valid values. */
  send: (values: Values) => Promise<void>;
  /** Returns the message to show when sending has failed. */
  failure: (error: unknown) => Message;
  /** Gets the focus when the dialog closes; by default the button does. */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
  label: string;
  /** Shown next to the button once the form is sent, until it is changed. */
  doneNote?: string | false;
  /** The fields, in two columns. */
  children: ReactNode;
}

/** A form with its button, which keeps the focus while it is busy, and its result. */
export function SendForm<Values extends FieldValues>({
  form,
  send,
  failure,
  returnFocusTo,
  label,
  doneNote,
  children,
}: SendFormProps<Values>) {
  const sending = useSending();
  const submitButton = useRef<HTMLButtonElement>(null);
  const isSending = sending.state === 'sending';
  const submit = useOneAtATime(() => {
    const session = sessionSignal();
    return sending.send(async () => {
      await fileIsRead();
      // It may have ended by now.
      session.throwIfAborted();
      await form.handleSubmit(send, sending.reset)();
    });
  });
  return (
    <>
      <form noValidate onSubmit={submit} onChange={sending.reset} onDrop={sending.reset}>
        <div
          className={css({
            display: 'grid',
            gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '1fr 1fr' },
            gap: '6',
            mt: '6',
          })}
        >
          {children}
        </div>
        <div
          className={css({
            display: 'flex',
            alignItems: 'center',
            gap: '4',
            flexWrap: 'wrap',
            mt: '8',
          })}
        >
          <button ref={submitButton} className={button()} type="submit" aria-disabled={isSending}>
            {label}
          </button>
          <div role="status">
            {isSending && <p className={css({ color: 'ink.600' })}>Sending…</p>}
            {sending.state === 'done' && doneNote && (
              <span
                className={css({
                  display: 'flex',
                  alignItems: 'center',
                  gap: '2',
                  color: 'success',
                  fontWeight: 600,
                })}
              >
                <LineIcon of={Check} strokeWidth={2} className={css({ boxSize: '1.25rem' })} />
                <span>{doneNote}</span>
              </span>
            )}
          </div>
        </div>
      </form>
      <MessageDialog
        message={sending.state === 'failed' ? failure(sending.error) : null}
        onClose={sending.reset}
        returnFocusTo={returnFocusTo ?? submitButton}
      />
    </>
  );
}
