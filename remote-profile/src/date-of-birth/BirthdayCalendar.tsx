import { DayPicker } from 'react-day-picker';
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
  const latestMoment = momentOf(latest);
  const selectedMoment = selected ? momentOf(selected) : undefined;
  return (
    <Box css={calendarCss}>
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
        labels={{ labelDayButton: dayLabel }}
        autoFocus
      />
    </Box>
  );
}

/** Its own labels say "1st", which is not what can be seen on the button. */
function dayLabel(day: Date): string {
  return day.toLocaleDateString('en-US', { dateStyle: 'full' });
}
