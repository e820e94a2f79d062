import { Popover } from '@kargo/shared-runtime/ui-overlays';
import {
  earliestBirthYear,
  latestDateOfBirth,
  localDay,
  momentOf,
} from '@kargo/shared-types/forms/calendar-date';
import { parseTypedDate, toTypedDate } from '@kargo/shared-types/forms/typed-date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ChevronProps, DayPicker } from 'react-day-picker';
import { calendarStyle } from './calendar-style.ts';
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
        // Keeps all of it in the window, over the field if there is no other room.
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
            typed={typed}
            onPick={(date) => {
              onPick(date);
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Positioner>
    </Popover.Root>
  );
}

/** A calendar with selects for month and year. Opens at the selected day, or the latest allowed. */
function BirthdayCalendar({ typed, onPick }: CalendarPopoverProps) {
  const calendar = useRef<HTMLDivElement>(null);
  const date = parseTypedDate(typed);
  const selected = date ? momentOf(date) : undefined;
  const latest = momentOf(latestDateOfBirth(localDay()));

  useEffect(() => {
    const day = calendar.current?.querySelector<HTMLElement>('.rdp-day_button[tabindex="0"]');
    // It is not positioned yet.
    day?.focus({ preventScroll: true });
  }, []);

  return (
    <div ref={calendar} className={calendarStyle}>
      <DayPicker
        mode="single"
        captionLayout="dropdown"
        reverseYears
        weekStartsOn={0}
        startMonth={new Date(earliestBirthYear, 0)}
        endMonth={latest}
        defaultMonth={selected ?? latest}
        disabled={{ after: latest }}
        selected={selected}
        onSelect={(_selected, picked) => onPick(toTypedDate(localDay(picked)))}
        // Only decides where the calendar starts while no day is selected: it looks like any other.
        today={latest}
        labels={{ labelDayButton: dayLabel }}
        components={{ Chevron }}
      />
    </div>
  );
}

/** The site's line icons instead of react-day-picker's filled ones. */
function Chevron({ orientation, className }: ChevronProps) {
  const Direction = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Direction className={className} aria-hidden strokeWidth={1.75} />;
}

/** react-day-picker's labels say "1st", which differs from the visible text. */
function dayLabel(day: Date): string {
  return day.toLocaleDateString('en-US', { dateStyle: 'full' });
}
