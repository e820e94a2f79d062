import { css } from '@kargo/shared-runtime/styles';
import type { ReactNode } from 'react';

/** Hides its content from signed-in visitors, in prerendered pages too. */
export function SignedOut({ children }: { children: ReactNode }) {
  return (
    <div className={css({ display: 'contents', _signedIn: { display: 'none' } })}>{children}</div>
  );
}
