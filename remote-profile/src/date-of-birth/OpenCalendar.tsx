import { button, css, cx } from '@kargo/shared-runtime/styles';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { CalendarDays } from 'lucide-react';
import type { ComponentProps } from 'react';

export function OpenCalendar(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={cx(button({ variant: 'outline' }), css({ h: 'input', w: 'input', px: '0' }))}
      aria-label="Pick from a calendar"
      {...props}
    >
      <LineIcon of={CalendarDays} className={css({ boxSize: '1.5rem' })} />
    </button>
  );
}
