import { createToaster } from 'shared-runtime/ui-controls';

/** How long a success is shown (spec section 9). */
const successMs = 2000;

export const toaster = createToaster({ placement: 'bottom', duration: successMs });

export function showSuccess(title: string): void {
  toaster.create({ type: 'success', title });
}
