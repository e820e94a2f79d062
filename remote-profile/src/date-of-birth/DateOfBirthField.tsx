import { Box, Flex } from '@kargo/shared-runtime/ui';
import { Input } from '@kargo/shared-runtime/ui-controls';
import { FormField } from '@kargo/shared-ui/forms/FormField';
import { type ComponentProps, useState } from 'react';
import { formatAsTyped } from '../forms/format-as-typed.ts';
import { CalendarButton } from './CalendarButton.tsx';
import { formatPastedDate, formatTypedDate } from './format-typed-date.ts';

interface DateOfBirthFieldProps extends ComponentProps<typeof Input> {
  errors: string[];
  typed: string;
  onPick: (typed: string) => void;
}

export function DateOfBirthField({
  errors,
  typed,
  onPick,
  onChange,
  ...input
}: DateOfBirthFieldProps) {
  const [hasNoCalendar, setNoCalendar] = useState(false);
  const hint = (
    <span role="status">
      {hasNoCalendar
        ? "The calendar didn't load. You can type the date, MM/DD/YYYY."
        : 'MM/DD/YYYY. You must be 18 or older.'}
    </span>
  );
  return (
    <FormField label="Date of birth" hint={hint} errors={errors}>
      <Flex gap="2" w="full">
        <Box flex="1">
          <Input
            {...input}
            inputMode="numeric"
            autoComplete="bday"
            placeholder="MM/DD/YYYY"
            onChange={(event) => {
              const format = isTyping(event.nativeEvent) ? formatTypedDate : formatPastedDate;
              formatAsTyped(event.currentTarget, format);
              onChange?.(event);
            }}
          />
        </Box>
        <CalendarButton typed={typed} onPick={onPick} onFailure={() => setNoCalendar(true)} />
      </Flex>
    </FormField>
  );
}

/** Whether a character was typed or taken away, so that the text may go on; not pasted or filled in. */
const isTyping = ({ inputType = '', data }: Partial<InputEvent>) =>
  data?.length === 1 || /^(delete|insertComposition)/.test(inputType);
