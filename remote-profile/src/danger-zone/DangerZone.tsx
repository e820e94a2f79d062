import { useRef, useState } from 'react';
import { getConfiguration } from 'shared-runtime/configuration';
import { Button, Text } from 'shared-runtime/ui';
import { Dialog, Portal } from 'shared-runtime/ui-controls';
import { WithContactLink } from '../notices/WithContactLink.tsx';
import { Section } from '../profile-page/Section.tsx';

/** Deleting the account: shows the confirmation only, without a call (spec section 7). */
export function DangerZone() {
  const [isOpen, setOpen] = useState(false);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <Section id="danger-zone" tone="danger">
      <Text color="ink.600" mt="3" maxW="prose">
        <WithContactLink>
          {`To have your account and data deleted, write to ${getConfiguration().contactEmail}. We'll confirm when it's done.`}
        </WithContactLink>
      </Text>
      <Dialog.Root
        role="alertdialog"
        open={isOpen}
        onOpenChange={({ open }) => setOpen(open)}
        initialFocusEl={() => cancelButton.current}
        lazyMount
        unmountOnExit
      >
        <Dialog.Trigger asChild>
          <Button variant="danger-outline" mt="6">
            Delete Account
          </Button>
        </Dialog.Trigger>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Title>Delete Account</Dialog.Title>
              <Dialog.Description>
                Are you sure you want to delete your account? You will not be able to revert this.
              </Dialog.Description>
              <Dialog.Footer>
                <Button variant="outline" ref={cancelButton} onClick={close}>
                  No, cancel
                </Button>
                <Button variant="danger" onClick={close}>
                  Yes, delete it
                </Button>
              </Dialog.Footer>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </Section>
  );
}
