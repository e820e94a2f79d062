import { Flex } from '@kargo/shared-runtime/ui';
import type { ReactNode } from 'react';
import type { SlidesShown } from './slides-shown.ts';

/** A part of 1 as a CSS length. */
export const percent = (part: number) => `${(100 * part).toFixed(4)}%`;

/** The slides in a row, at the positions and sizes that the slider gives them. */
export function StaticRow({ shown, children }: { shown: SlidesShown; children: ReactNode[] }) {
  return (
    <Flex
      css={{
        '& > *': {
          flex: '0 0 auto',
          width: {
            base: percent(1 / shown.phone),
            md: percent(1 / shown.tablet),
            xl: percent(1 / shown.desktop),
          },
        },
      }}
    >
      {children.map((child, index) => (
        <div key={index}>{child}</div>
      ))}
    </Flex>
  );
}
