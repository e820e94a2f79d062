import { CalendarDays } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Button, Text } from 'shared-runtime/ui';
import { Popover } from 'shared-runtime/ui-controls';
import { latestDateOfBirth, localDay } from 'shared-types/forms/calendar-date';
import { LineIcon } from 'shared-ui/LineIcon';
import type BirthdayCalendar from './BirthdayCalendar.tsx';
import { parseTypedDate, toTypedDate } from './typed-date.ts';

type Calendar = ComponentType<Parameters<typeof BirthdayCalendar>[0]>;

interface CalendarButtonProps {
  /** The date as typed so far, MM/DD/YYYY. */
  typed: string;
  onPick: (typed: string) => void;
}

export function CalendarButton({ typed, onPick }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<Calendar | null>(null);
  const [hasFailed, setFailed] = useState(false);

  async function load() {
    try {
      const module = await import('./BirthdayCalendar.tsx');
      setCalendar(() => module.default);
    } catch {
      setFailed(true);
    }
  }

  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={({ open }) => {
        setOpen(open);
        if (open) void load();
      }}
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
        <Button variant="outline" h="input" w="input" px="0" aria-label="Pick from a calendar">
          <LineIcon of={CalendarDays} boxSize="1.5rem" />
        </Button>
      </Popover.Trigger>
      <Popover.Positioner>
        <Popover.Content aria-label="Date of birth">
          {Calendar ? (
            <Calendar
              selected={parseTypedDate(typed)}
              latest={latestDateOfBirth(localDay())}
              onPick={(date) => {
                onPick(toTypedDate(date));
                setOpen(false);
              }}
            />
          ) : (
            <Text role="status">
              {hasFailed ? "The calendar didn't load. You can type the date." : 'Loading…'}
            </Text>
          )}
        </Popover.Content>
      </Popover.Positioner>
    </Popover.Root>
  );
}
