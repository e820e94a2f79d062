import { Box } from '@kargo/shared-runtime/ui';
import {
  type CalendarDate,
  earliestBirthYear,
  localDay,
  momentOf,
} from '@kargo/shared-types/forms/calendar-date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type ChevronProps, DayPicker } from 'react-day-picker';
import { calendarCss } from './calendar-css.ts';

interface BirthdayCalendarProps {
  selected: CalendarDate | null;
  /** The last day that may be picked, and where the calendar opens. */
  latest: CalendarDate;
  onPick: (date: CalendarDate) => void;
}

/** A calendar with selects for month and year. */
export function BirthdayCalendar({ selected, latest, onPick }: BirthdayCalendarProps) {
  const calendar = useRef<HTMLDivElement>(null);
  const latestMoment = momentOf(latest);
  const selectedMoment = selected ? momentOf(selected) : undefined;

  useEffect(() => {
    const day = calendar.current?.querySelector<HTMLElement>('.rdp-day_button[tabindex="0"]');
    // It is not positioned yet.
    day?.focus({ preventScroll: true });
  }, []);

  return (
    <Box ref={calendar} css={calendarCss}>
      <DayPicker
        mode="single"
        captionLayout="dropdown"
        reverseYears
        weekStartsOn={0}
        startMonth={new Date(earliestBirthYear, 0)}
        endMonth={latestMoment}
        defaultMonth={selectedMoment ?? latestMoment}
        disabled={{ after: latestMoment }}
        selected={selectedMoment}
        onSelect={(_selected, pickedMoment) => onPick(localDay(pickedMoment))}
        // Only where the calendar starts while no day is selected: it looks like any other.
        today={latestMoment}
        labels={{ labelDayButton: dayLabel }}
        components={{ Chevron }}
      />
    </Box>
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
