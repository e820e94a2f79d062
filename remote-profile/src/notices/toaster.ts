import { createToaster } from 'shared-runtime/ui-controls';

/** How long a success is shown, in milliseconds (spec section 9). */
const successDuration = 2000;

export const toaster = createToaster({ placement: 'bottom', duration: successDuration });

export function showSuccess(title: string): void {
  toaster.create({ type: 'success', title });
}
