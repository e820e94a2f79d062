/**
 * The parts of Chakra UI that are used, second half: form controls, dialogs and toasts, loaded with the first
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
