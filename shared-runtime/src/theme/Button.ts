import { chakra } from '@chakra-ui/react';
import { button } from './recipes.ts';

/** A button in the site's variants and sizes; Chakra's own is typed for Chakra's theme. */
export const Button = chakra('button', button, { defaultProps: { type: 'button' } });
