import type { ApiError } from '@kargo/shared-runtime/api-client';
import { button, css } from '@kargo/shared-runtime/styles';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import type { Elements } from './elements.ts';
import { ModalDialog } from './ModalDialog.tsx';
import { useLatch } from './useLatch.ts';

export interface Message {
  title: ReactNode;
  text?: ReactNode;
  /** The original message of another service, for support. */
  details?: string | null;
  /** The failure. Its reference is the last line. */
  error?: unknown;
}

interface MessageDialogProps {
  /** null while there is nothing to say. */
  message: Message | null;
  onClose: () => void;
  /** Where the focus goes when the dialog has closed. */
  returnFocusTo: RefObject<HTMLElement | null>;
  /** Further actions, after the button that closes. */
  children?: Elements;
  /** null if closing is none of the choices: Escape alone does it. */
  closeLabel?: string | null;
}

/** An alert dialog; its first button has the focus. */
export function MessageDialog(props: MessageDialogProps) {
  return useLatch(props.message !== null) && <Alert {...props} />;
}

function Alert({ message, onClose, returnFocusTo, children, closeLabel }: MessageDialogProps) {
  const id = useId();
  const closeButton = useRef<HTMLButtonElement>(null);
  const isOpen = message !== null;
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen) closeButton.current?.focus();
    else if (wasOpen.current) returnFocusTo.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, returnFocusTo]);
  return (
    <ModalDialog
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      aria-labelledby={`${id}title`}
      aria-describedby={message?.text || message?.details ? `${id}text` : undefined}
      className={css({ maxW: '30rem', p: { base: '6', md: '8' } })}
    >
      <h2 className={css({ textStyle: 'title' })} id={`${id}title`}>
        {message?.title}
      </h2>
      {(message?.text || message?.details) && (
        <div className={css({ mt: '3', color: 'ink.600' })} id={`${id}text`}>
          {message.text && <div>{message.text}</div>}
          {message.details && (
            <p
              className={css({
                textStyle: 'small',
                color: 'ink.500',
                overflowWrap: 'anywhere',
                _notFirst: { mt: '4' },
              })}
            >
              Details: <span>{message.details}</span>
            </p>
          )}
          <Reference of={message.error} />
        </div>
      )}
      <div
        className={css({
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'flex-end',
          gap: '3',
          mt: '8',
        })}
      >
        {closeLabel !== null && (
          <button
            ref={closeButton}
            type="button"
            className={button({ variant: children ? 'outline' : 'solid' })}
            onClick={onClose}
          >
            {closeLabel ?? 'Close'}
          </button>
        )}
        {children}
      </div>
    </ModalDialog>
  );
}

/** The last line of the message, if the failed call's `ApiError` has a `reference`. */
function Reference({ of: error }: { of: unknown }) {
  const { reference } = (error ?? {}) as Partial<ApiError>;
  if (!reference) return null;
  return (
    <p className={css({ textStyle: 'small', color: 'ink.500', overflowWrap: 'anywhere', mt: '4' })}>
      Reference: <span translate="no">{reference}</span>
    </p>
  );
}
