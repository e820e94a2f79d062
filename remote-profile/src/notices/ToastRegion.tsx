import { css } from '@kargo/shared-runtime/styles';
import { createToaster, Portal, Toast, Toaster } from '@kargo/shared-runtime/ui-overlays';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';

/** How long a success is shown (spec section 9). */
const successMs = 2000;

/** No key moves the focus here: the default, Alt+T, types a letter on a Mac. */
const hotkey = ['none'];

export const toaster = createToaster({ placement: 'bottom', duration: successMs, hotkey });

/** Where short-lived notices appear; each is announced as a status. */
export default function ToastRegion() {
  // Otherwise a notice would come again on the next visit.
  useEffect(() => () => void toaster.remove(), []);
  return (
    <Portal>
      <Toaster toaster={toaster} aria-label="Notifications">
        {({ title }) => (
          <Toast.Root>
            <LineIcon of={CircleCheck} className={css({ boxSize: '1.5rem', color: 'lime' })} />
            <Toast.Title>{title}</Toast.Title>
          </Toast.Root>
        )}
      </Toaster>
    </Portal>
  );
}
