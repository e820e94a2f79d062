import { chakra } from '@kargo/shared-runtime/ui';
import type { ComponentProps } from 'react';
import drawings from './drawings.svg';

interface DrawingProps extends ComponentProps<typeof chakra.svg> {
  name: string;
}

/** A drawing from the file that holds them all, which the browser fetches once. */
export function Drawing({ name, ...svg }: DrawingProps) {
  return (
    <chakra.svg {...svg}>
      <use href={`${drawings}#${name}`} />
    </chakra.svg>
  );
}
