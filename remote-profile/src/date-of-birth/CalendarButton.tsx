import { type ComponentType, useState } from 'react';
import type { CalendarPopoverProps } from './CalendarPopover.tsx';
import { OpenCalendar } from './OpenCalendar.tsx';

const loadPopover = () => import('./CalendarPopover.tsx');
/** Loads it before it is needed. A failure is reported after the click. */
const prefetch = () => void loadPopover().catch(() => undefined);

interface CalendarButtonProps extends CalendarPopoverProps {
  /** Called when the calendar does not load. */
  onFailure: () => void;
}

export function CalendarButton({ onFailure, ...props }: CalendarButtonProps) {
  const [Popover, setPopover] = useState<ComponentType<CalendarPopoverProps> | null>(null);

  function open() {
    const focused = document.activeElement;
    return loadPopover().then((module) => {
      // Drivers who have gone on meanwhile keep the focus, which an open calendar takes.
      if (document.activeElement === focused) setPopover(() => module.default);
    }, onFailure);
  }

  if (Popover) return <Popover {...props} />;
  return (
    <OpenCalendar
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={open}
      onFocus={prefetch}
      onPointerEnter={prefetch}
    />
  );
}
