import { container, css, cx } from '@kargo/shared-runtime/styles';
import type { ReactNode } from 'react';

/** The one card of the pages that people reach from Stripe or from its mails. */
export function ReturnCard({ children }: { children: ReactNode }) {
  return (
    <div className={css({ bg: 'mist' })}>
      <div className={cx(container(), css({ py: { base: '12', md: '24' } }))}>
        <div
          className={css({
            maxW: '42rem',
            mx: 'auto',
            p: { base: 'min(1.5rem, 7.5vw)', md: '12' },
            textAlign: 'center',
            textWrap: 'balance',
            bg: 'paper',
            borderWidth: '1px',
            borderColor: 'line',
            borderRadius: 'panel',
            boxShadow: 'm',
          })}
        >
          {children}
        </div>
      </div>
    </div>
  );
}
