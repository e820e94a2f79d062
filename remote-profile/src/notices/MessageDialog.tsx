import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from 'shared-runtime/ui';
import { Dialog, Portal } from 'shared-runtime/ui-controls';

interface MessageDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** Where the focus goes when the dialog has closed. */
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Says something that must not be missed, with one button to put it away. */
export function MessageDialog({
  open,
  title,
  children,
  onClose,
  returnFocusTo,
}: MessageDialogProps) {
  const closeButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root
      role="alertdialog"
      open={open}
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
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Description asChild>
              <div>{children}</div>
            </Dialog.Description>
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
