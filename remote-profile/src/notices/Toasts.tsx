import { CircleCheck } from 'lucide-react';
import { Icon } from 'shared-runtime/ui';
import { Portal, Toast, Toaster } from 'shared-runtime/ui-controls';
import { toaster } from './toaster.ts';

/** Where short-lived notices appear; each is announced as a status. */
export function Toasts() {
  return (
    <Portal>
      <Toaster toaster={toaster}>
        {({ title }) => (
          <Toast.Root>
            <Icon asChild boxSize="1.5rem" color="lime">
              <CircleCheck aria-hidden strokeWidth={1.75} />
            </Icon>
            <Toast.Title>{title}</Toast.Title>
          </Toast.Root>
        )}
      </Toaster>
    </Portal>
  );
}
