import { Button } from '@kargo/shared-runtime/ui';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { CalendarDays } from 'lucide-react';
import type { ComponentProps } from 'react';

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
