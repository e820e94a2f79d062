import { CalendarDays } from 'lucide-react';
import { type ComponentType, useRef, useState } from 'react';
import { Button, Text } from 'shared-runtime/ui';
import { Popover } from 'shared-runtime/ui-controls';
import { latestDateOfBirth, localDay } from 'shared-types/calendar-date';
import { LineIcon } from 'shared-ui/LineIcon';
import type BirthdayCalendar from './BirthdayCalendar.tsx';
import { parseTypedDate, toTypedDate } from './typed-date.ts';

type Calendar = ComponentType<Parameters<typeof BirthdayCalendar>[0]>;
type Loading = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; Calendar: Calendar };

interface CalendarButtonProps {
  /** The date as typed so far, MM/DD/YYYY. */
  typed: string;
  onPick: (typed: string) => void;
}

/** Opens a calendar to pick the date instead of typing it. */
export function CalendarButton({ typed, onPick }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });
  const content = useRef<HTMLDivElement>(null);
  const broughtIntoView = useRef<Element>(null);

  async function toggle(opens: boolean) {
    setOpen(opens);
    if (!opens || loading.state === 'loaded') return;
    try {
      const { default: Calendar } = await import('./BirthdayCalendar.tsx');
      setLoading({ state: 'loaded', Calendar });
    } catch {
      setLoading({ state: 'failed' });
    }
  }

  /** Once each time it opens, so that it does not fight the visitor's scrolling. */
  function bringIntoView() {
    const calendar = content.current?.querySelector('table');
    if (!calendar || calendar === broughtIntoView.current) return;
    broughtIntoView.current = calendar;
    content.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(change) => toggle(change.open)}
      // The calendar focuses the selected day itself.
      autoFocus={false}
      portalled={false}
      positioning={{
        placement: 'bottom-end',
        gutter: 8,
        updatePosition: async ({ updatePosition }) => {
          await updatePosition();
          bringIntoView();
        },
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
        <Popover.Content ref={content} aria-label="Date of birth">
          {loading.state === 'loading' && <Text role="status">Loading…</Text>}
          {loading.state === 'failed' && (
            <Text role="status">The calendar didn't load. You can type the date.</Text>
          )}
          {loading.state === 'loaded' && (
            <loading.Calendar
              selected={parseTypedDate(typed)}
              latest={latestDateOfBirth(localDay())}
              onPick={(date) => {
                onPick(toTypedDate(date));
                setOpen(false);
              }}
            />
          )}
        </Popover.Content>
      </Popover.Positioner>
    </Popover.Root>
  );
}
