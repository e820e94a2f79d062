import { Popover } from '@kargo/shared-runtime/ui-overlays';
import { latestDateOfBirth, localDay } from '@kargo/shared-types/forms/calendar-date';
import { parseTypedDate, toTypedDate } from '@kargo/shared-types/forms/typed-date';
import { useState } from 'react';
import { BirthdayCalendar } from './BirthdayCalendar.tsx';
import { OpenCalendar } from './OpenCalendar.tsx';

export interface CalendarPopoverProps {
  /** The date as typed so far, MM/DD/YYYY. */
  typed: string;
  onPick: (typed: string) => void;
}

/** The button with its calendar, which is open at first. Loaded when the button is first used. */
export default function CalendarPopover({ typed, onPick }: CalendarPopoverProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={({ open }) => setOpen(open)}
      // The calendar focuses the selected day itself.
      autoFocus={false}
      portalled={false}
      positioning={{
        placement: 'bottom-end',
        gutter: 8,
        // All of it is in the window, over the field where there is no room beside it.
        overlap: true,
      }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <OpenCalendar />
      </Popover.Trigger>
      <Popover.Positioner>
        <Popover.Content aria-label="Date of birth">
          <BirthdayCalendar
            selected={parseTypedDate(typed)}
            latest={latestDateOfBirth(localDay())}
            onPick={(date) => {
              onPick(toTypedDate(date));
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Positioner>
    </Popover.Root>
  );
}
