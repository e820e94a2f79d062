import { type RefObject, useRef } from 'react';
import { Button, Text } from 'shared-runtime/ui';
import { Dialog, Portal } from 'shared-runtime/ui-controls';

export interface Message {
  title: string;
  text?: string;
  /** In the words of the provider, for whoever is asked to help. */
  details?: string;
}

interface MessageDialogProps {
  /** null while there is nothing to say. */
  message: Message | null;
  onClose: () => void;
  /** Where the focus goes when the dialog has closed. */
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Says something that must not be missed, with one button to put it away. */
export function MessageDialog({ message, onClose, returnFocusTo }: MessageDialogProps) {
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
                  {message.text && <Text>{message.text}</Text>}
                  {message.details && (
                    <Text textStyle="small" color="ink.500" overflowWrap="anywhere">
                      Details: {message.details}
                    </Text>
                  )}
                </div>
              </Dialog.Description>
            )}
            <Dialog.Footer>
              <Button ref={closeButton} onClick={onClose}>
                Close
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
