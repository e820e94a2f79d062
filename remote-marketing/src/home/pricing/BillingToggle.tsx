import { css } from '@kargo/shared-runtime/styles';

const choices = [
  { billing: 'monthly', label: 'Monthly' },
  { billing: 'yearly', label: 'Yearly' },
] as const;

export type Billing = (typeof choices)[number]['billing'];

interface BillingToggleProps {
  billing: Billing;
  onChange: (billing: Billing) => void;
}

/** Two radio buttons that look like one switch. */
export function BillingToggle({ billing, onChange }: BillingToggleProps) {
  return (
    <fieldset
      className={css({
        display: 'flex',
        p: '1',
        borderRadius: 'full',
        bg: 'ink.800',
        outline: '1px solid transparent',
      })}
    >
      <legend className={css({ srOnly: true })}>Billing</legend>
      {choices.map((choice) => (
        <label
          key={choice.label}
          className={css({
            display: 'flex',
            position: 'relative',
            alignItems: 'center',
            h: '2.75rem',
            px: 'clamp(0.5rem, 100vw - 18.5rem, 1.5rem)',
            borderRadius: 'full',
            fontWeight: 600,
            cursor: 'pointer',
            transition: 'background-color {durations.fast}, color {durations.fast}',
            '&:has(:focus-visible)': { outline: '3px solid {colors.lime}', outlineOffset: '2px' },
            '&:has(:checked)': { bg: 'white', color: 'ink.900' },
            _highContrast: {
              '&:has(:checked)': {
                forcedColorAdjust: 'none',
                bg: 'Highlight',
                color: 'HighlightText',
                outlineColor: 'CanvasText',
              },
            },
          })}
        >
          <input
            // React leaves what was chosen, or put back by the browser, before it hydrates.
            ref={(input) => void (input?.checked && onChange(choice.billing))}
            className={css({
              position: 'absolute',
              inset: '0',
              boxSize: 'full',
              opacity: 0,
              cursor: 'pointer',
            })}
            type="radio"
            name="billing"
            value={choice.billing}
            checked={billing === choice.billing}
            onChange={() => onChange(choice.billing)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
