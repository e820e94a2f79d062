import { css } from '@kargo/shared-runtime/styles';
import { Info } from 'lucide-react';
import type { Elements } from './elements.ts';
import { LineIcon } from './LineIcon.tsx';

/** A notice above a form. Screen readers say it when it appears. */
export function InfoNotice({ children }: { children: Elements }) {
  return (
    <div
      className={css({
        display: 'flex',
        gap: '3',
        mt: '6',
        p: '4',
        borderRadius: 'input',
        bg: 'info.surface',
        color: 'info',
        outline: '1px solid transparent',
        overflowWrap: 'anywhere',
      })}
      role="status"
    >
      <LineIcon of={Info} className={css({ boxSize: '1.5rem' })} />
      {children}
    </div>
  );
}
