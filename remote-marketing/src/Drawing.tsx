import { chakra } from '@kargo/shared-runtime/ui';
import type { ComponentProps } from 'react';
import drawings from './drawings.svg';

/** A drawing from the file that holds them all, which the browser fetches once. */
export function Drawing({ name, ...svg }: ComponentProps<typeof chakra.svg> & { name: string }) {
  return (
    <chakra.svg {...svg}>
      <use href={`${drawings}#${name}`} />
    </chakra.svg>
  );
}
