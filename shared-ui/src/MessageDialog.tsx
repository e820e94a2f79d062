import { type ReactNode, type RefObject, useRef } from 'react';
import { Box, Button, Text } from 'shared-runtime/ui';
import { Dialog, Portal } from 'shared-runtime/ui-controls';

export interface Message {
  title: string;
  text?: ReactNode;
  /** The original message of another service, for support. */
  details?: string | null;
}

interface MessageDialogProps {
  /** null while there is nothing to say. */
  message: Message | null;
  onClose: () => void;
  /** Where the focus goes when the dialog has closed. */
  returnFocusTo: RefObject<HTMLElement | null>;
  /** Further actions, after the button that closes. */
  children?: ReactNode;
  closeLabel?: string;
}

/** An alert dialog; the button that closes it has the focus. */
export function MessageDialog({
  message,
  onClose,
  returnFocusTo,
  children,
  closeLabel = 'Close',
}: MessageDialogProps) {
  const closeButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root
      role="alertdialog"
      open={message !== null}
      onOpenChange={onClose}
      initialFocusEl={() => closeButton.current}
      finalFocusEl={() => returnFocusTo.current}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Title>{message?.title}</Dialog.Title>
            {(message?.text || message?.details) && (
              <Dialog.Description asChild>
                <div>
                  {message.text && <Box>{message.text}</Box>}
                  {message.details && (
                    <Text
                      textStyle="small"
                      color="ink.500"
                      overflowWrap="anywhere"
                      _notFirst={{ mt: '4' }}
                    >
                      Details: <span>{message.details}</span>
                    </Text>
                  )}
                </div>
              </Dialog.Description>
            )}
            <Dialog.Footer>
              <Button ref={closeButton} variant={children ? 'outline' : 'solid'} onClick={onClose}>
                {closeLabel}
              </Button>
              {children}
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
