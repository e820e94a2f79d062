import { CircleCheck } from 'lucide-react';
import { Portal, Toast, Toaster } from 'shared-runtime/ui-overlays';
import { LineIcon } from 'shared-ui/LineIcon';
import { toaster } from './toaster.ts';

/** Where short-lived notices appear; each is announced as a status. */
export default function ToastRegion() {
  return (
    <Portal>
      <Toaster toaster={toaster}>
        {({ title }) => (
          <Toast.Root>
            <LineIcon of={CircleCheck} boxSize="1.5rem" color="lime" />
            <Toast.Title>{title}</Toast.Title>
          </Toast.Root>
        )}
      </Toaster>
    </Portal>
  );
}
