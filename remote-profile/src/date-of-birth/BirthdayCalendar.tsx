import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type ChevronProps, DayPicker } from 'react-day-picker';
import { Box } from 'shared-runtime/ui';
import {
  type CalendarDate,
  earliestBirthYear,
  localDay,
  momentOf,
} from 'shared-types/calendar-date';
import { calendarCss } from './calendar-css.ts';

interface BirthdayCalendarProps {
  selected: CalendarDate | null;
  /** The last day that may be picked, and where the calendar opens. */
  latest: CalendarDate;
  onPick: (date: CalendarDate) => void;
}

/** A calendar in which a year long ago is two steps away. Loaded when it is first opened. */
export default function BirthdayCalendar({ selected, latest, onPick }: BirthdayCalendarProps) {
  const calendar = useRef<HTMLDivElement>(null);
  const latestMoment = momentOf(latest);
  const selectedMoment = selected ? momentOf(selected) : undefined;

  useEffect(() => {
    const day = calendar.current?.querySelector<HTMLElement>('.rdp-day_button[tabindex="0"]');
    // It does not stand in its place yet; who puts it there also brings it into view.
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
        // The day to start from while none is selected, and nothing else: it looks like any other.
        today={latestMoment}
        labels={{ labelDayButton: dayLabel }}
        components={{ Chevron }}
      />
    </Box>
  );
}

/** Its own are filled shapes; ours are drawn like every other icon of the site. */
function Chevron({ orientation, className }: ChevronProps) {
  const Direction = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Direction className={className} aria-hidden strokeWidth={1.75} />;
}

/** Its own labels say "1st", which is not what can be seen on the button. */
function dayLabel(day: Date): string {
  return day.toLocaleDateString('en-US', { dateStyle: 'full' });
}
