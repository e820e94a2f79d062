import { css, cx } from '@kargo/shared-runtime/styles';
import { CircleAlert } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
} from 'react';
import type { Elements } from '../elements.ts';
import { LineIcon } from '../LineIcon.tsx';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  errors: string[];
  /** Ends the line reserved for the error, so that nothing moves; null only reserves that line. */
  aside?: Elements;
}

interface FormFieldProps extends FieldProps {
  /** Whether a `FieldHint` is among the children. */
  hasOwnHint?: boolean;
  children: Elements;
}

/** The attributes of a field's input. Hint and errors describe it. */
const Control = createContext<{ id?: string }>({});
export const useControl = () => use(Control);

const hintIdOf = (id = '') => `${id}hint`;

/** A labelled input with its hint and its errors, which are announced and tied to it. */
export function FormField({ label, hint, hasOwnHint, errors, aside, children }: FormFieldProps) {
  const id = useId();
  const errorsId = `${id}errors`;
  const isWrong = errors.length > 0;
  const descriptions = [(hint || hasOwnHint) && hintIdOf(id), isWrong && errorsId];
  const control = {
    id,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced with each of its inputs
    <div
      role="group"
      data-invalid={isWrong ? '' : undefined}
      className={css({
        display: 'flex',
        flexDirection: 'column',
        w: 'full',
        gap: '2',
        mb: aside === undefined ? undefined : '4',
        // A field that gets the focus again shows its hint and its error too.
        '& [aria-invalid=true]': { scrollMarginBottom: '5rem' },
      })}
    >
      <label htmlFor={id} className={css({ textStyle: 'label', color: 'ink.900' })}>
        {label}
      </label>
      <Control value={control}>
        {children}
        {hint && <FieldHint>{hint}</FieldHint>}
      </Control>
      {aside === undefined ? (
        isWrong && (
          <span id={errorsId} aria-live="polite" className={errorStyle}>
            <Errors errors={errors} />
          </span>
        )
      ) : (
        <div
          className={css({
            display: 'flex',
            minH: '1.5rem',
            justifyContent: 'space-between',
            alignItems: 'flex-start',
            gap: '4',
          })}
        >
          {/* Screen readers only announce changes in existing elements. */}
          <span
            id={errorsId}
            aria-live="polite"
            className={cx(errorStyle, css({ lineHeight: '1.5rem' }))}
          >
            {isWrong && <Errors errors={errors} />}
          </span>
          {aside}
        </div>
      )}
    </div>
  );
}

const errorStyle = css({
  _byDefault: {
    display: 'inline-flex',
    alignItems: 'flex-start',
    gap: '2',
    textStyle: 'small',
    color: 'danger',
  },
});

/** A text that describes the field's input. */
export function FieldHint(props: { as?: 'span' | 'ul'; className?: string; children: ReactNode }) {
  const { as: Element = 'span', className, children } = props;
  return (
    <Element
      id={hintIdOf(useControl().id)}
      className={cx(css({ _byDefault: { textStyle: 'small', color: 'ink.500' } }), className)}
    >
      {children}
    </Element>
  );
}

export function Input({ className, ...props }: ComponentProps<'input'> & { className?: string }) {
  return <input {...useControl()} {...props} className={cx(inputStyle, className)} />;
}

const inputStyle = css({
  _byDefault: {
    w: 'full',
    h: 'input',
    px: '4',
    // Below 16 px iOS zooms into the field.
    fontSize: '1rem',
    color: 'ink.900',
    bg: 'paper',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'input',
    transitionProperty: 'border-color, box-shadow',
    transitionDuration: 'fast',
    _placeholder: { color: 'ink.500' },
    _hover: { borderColor: 'ink.600' },
    _disabled: { bg: 'mist', color: 'ink.500', cursor: 'not-allowed' },
  },
  // Weighs more than the rule while the pointer is over it.
  '&&[aria-invalid=true]': { borderColor: 'danger', borderWidth: '2px' },
});

function Errors({ errors }: { errors: string[] }) {
  const box = useRef<HTMLSpanElement>(null);
  const text = errors.join();
  useEffect(() => {
    if (text) showWithFocus(box.current);
  }, [text]);
  return (
    <>
      <LineIcon of={CircleAlert} className={css({ boxSize: '1.125rem', mt: '0.15em' })} />
      <span ref={box}>
        {errors.map((error) => (
          <span key={error} className={css({ display: 'block' })}>
            <span className={css({ srOnly: true })}>Error: </span>
            <span>{error}</span>
          </span>
        ))}
      </span>
    </>
  );
}

/** Scrolls the focused field's error into view, but not the field out of it. */
function showWithFocus(errors: HTMLElement | null): void {
  const { activeElement } = document;
  if (!errors?.closest('[role=group]')?.contains(activeElement)) return;
  errors.scrollIntoView({ block: 'nearest' });
  activeElement?.scrollIntoView({ block: 'nearest' });
}
