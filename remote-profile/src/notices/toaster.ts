import { createToaster } from '@kargo/shared-runtime/ui-overlays';

/** How long a success is shown (spec section 9). */
const successMs = 2000;

export const toaster = createToaster({ placement: 'bottom', duration: successMs });
