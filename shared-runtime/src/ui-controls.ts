/** The parts of Chakra UI that are used, second part: form controls, loaded with the first screen that has a form. */
export { Field } from '@chakra-ui/react';
export { Input } from './theme/Input.tsx';
