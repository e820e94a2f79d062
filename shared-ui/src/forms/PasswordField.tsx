import { button, css, cx } from '@kargo/shared-runtime/styles';
import type { ComponentProps } from 'react';
import { type FieldProps, FormField, Input } from './FormField.tsx';

interface PasswordFieldProps extends FieldProps, ComponentProps<typeof Input> {
  /** Name of the field for the button that shows the password. */
  spokenLabel?: string;
  isShown: boolean;
  onShownChange: (isShown: boolean) => void;
}

export function PasswordField({
  label,
  spokenLabel = label,
  hint,
  errors,
  aside,
  isShown,
  onShownChange,
  ...input
}: PasswordFieldProps) {
  return (
    <FormField label={label} hint={hint} errors={errors} aside={aside}>
      <div className={css({ position: 'relative', w: 'full' })}>
        <Input
          {...input}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={css({ pe: '5.5rem' })}
        />
        <button
          type="button"
          className={cx(
            button({ variant: 'plain', size: 'sm' }),
            css({
              position: 'absolute',
              insetEnd: '1',
              insetBlock: '1',
              color: 'violet.700',
              borderRadius: '8px',
              _hover: { bg: 'mist' },
            }),
          )}
          aria-pressed={isShown}
          onClick={() => onShownChange(!isShown)}
        >
          <span>{isShown ? 'Hide' : 'Show'}</span>
          <span className={css({ srOnly: true })}>{` ${spokenLabel}`}</span>
        </button>
      </div>
    </FormField>
  );
}
