/**
 * What the product uses of Chakra UI, second half: form controls, dialogs and toasts, loaded with the first
 * screen that uses them.
 */
export {
  createToaster,
  Dialog,
  Field,
  Popover,
  Portal,
  Toast,
  Toaster,
} from '@chakra-ui/react';
export { Input } from './theme/Input.tsx';
