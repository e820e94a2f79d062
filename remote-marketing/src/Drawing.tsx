import type { ComponentProps } from 'react';
import drawings from './drawings.svg';

interface DrawingProps extends Omit<ComponentProps<'svg'>, 'className'> {
  name: string;
  className: string;
}

/** A drawing from the file that holds them all, which the browser fetches once. */
export function Drawing({ name, className, ...svg }: DrawingProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its users decide whether it has a name
    <svg className={className} {...svg}>
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
