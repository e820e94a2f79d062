import { CalendarDays } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from 'shared-runtime/ui';
import { LineIcon } from 'shared-ui/LineIcon';

export function OpenCalendar(props: ComponentProps<typeof Button>) {
  return (
    <Button
      variant="outline"
      h="input"
      w="input"
      px="0"
      aria-label="Pick from a calendar"
      {...props}
    >
      <LineIcon of={CalendarDays} boxSize="1.5rem" />
    </Button>
  );
}
