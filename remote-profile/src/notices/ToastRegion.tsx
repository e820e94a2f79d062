import { createToaster, Portal, Toast, Toaster } from '@kargo/shared-runtime/ui-overlays';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { CircleCheck } from 'lucide-react';

/** How long a success is shown (spec section 9). */
const successMs = 2000;

export const toaster = createToaster({ placement: 'bottom', duration: successMs });

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
