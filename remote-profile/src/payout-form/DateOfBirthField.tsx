import { css } from '@kargo/shared-runtime/styles';
import { checkedField } from '@kargo/shared-ui/forms/checked-field';
import { FormField, Input } from '@kargo/shared-ui/forms/FormField';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CalendarButton } from '../date-of-birth/CalendarButton.tsx';
import { formatPastedDate, formatTypedDate } from '../date-of-birth/format-typed-date.ts';
import { formattedField } from '../forms/format-as-typed.ts';
import type { PayoutValues } from './payout-schema.ts';

export function DateOfBirthField({ form }: { form: UseFormReturn<PayoutValues> }) {
  const { errors, ...input } = checkedField(form, 'dateOfBirth');
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
      <div className={css({ display: 'flex', flexWrap: 'wrap', gap: '2', w: 'full' })}>
        <div className={css({ flex: '1 1 9rem' })}>
          <Input
            {...input}
            {...formattedField(input, (text, event) =>
              isTyping(event) ? formatTypedDate(text) : formatPastedDate(text),
            )}
            inputMode="numeric"
            autoComplete="bday"
            placeholder="MM/DD/YYYY"
          />
        </div>
        <CalendarButton
          typed={form.watch('dateOfBirth')}
          onPick={(typed) => form.setValue('dateOfBirth', typed, { shouldValidate: true })}
          onFailure={() => setNoCalendar(true)}
        />
      </div>
    </FormField>
  );
}

/** Whether a character was typed or deleted, so that more may follow; not pasted or filled in. */
const isTyping = ({ type, inputType = '', data }: Event & Partial<InputEvent>) =>
  type === 'compositionend' ||
  Array.from(data ?? '').length === 1 ||
  /^(delete|insertFromComposition)/.test(inputType);
