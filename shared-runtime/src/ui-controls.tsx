/** Form controls, loaded with the first screen that has a form. */
import type * as library from '@chakra-ui/react';
import {
  type ComponentProps,
  createContext,
  type FunctionComponent,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { merged, styled } from './element.ts';

interface FieldState {
  /** Of the control. */
  id: string;
  control: Pick<ComponentProps<'input'>, 'disabled' | 'readOnly' | 'required'>;
  isInvalid: boolean;
  /** Ids of the texts that describe the control. */
  texts: readonly string[];
  /** Ties a text to the control; returns a function that takes it away again. */
  describe: (text: string) => () => void;
}

const FieldContext = createContext<FieldState | null>(null);

type DivProps = ComponentProps<library.ChakraComponent<'div'>>;

interface RootProps extends DivProps {
  disabled?: boolean;
  invalid?: boolean;
  readOnly?: boolean;
  required?: boolean;
}

const Box = styled<library.ChakraComponent<'div'>>('div', 'field.root');
const Label = styled<library.ChakraComponent<'label'>>('label', 'field.label');
const HelperText = styled<library.ChakraComponent<'div'>>('span', 'field.helperText');
const ErrorText = styled<library.ChakraComponent<'div'>>('span', 'field.errorText');
const Control = styled<typeof library.Input>('input', 'input');

interface Fields {
  Root: FunctionComponent<RootProps>;
  Label: typeof Label;
  HelperText: typeof HelperText;
  /** Shown while the field is invalid. */
  ErrorText: typeof ErrorText;
}

/** A label, a control, and texts that describe it, tied together for assistive technology. */
export const Field: Fields = {
  Root({ id, disabled, invalid = false, readOnly, required, ...box }: RootProps) {
    const ownId = useId();
    const [texts, setTexts] = useState<readonly string[]>([]);
    const describe = useCallback((text: string) => {
      setTexts((before) => [...before, text]);
      return () => setTexts((before) => before.filter((it) => it !== text));
    }, []);
    const field = useMemo(
      () => ({
        id: id ?? ownId,
        control: { disabled, readOnly, required },
        isInvalid: invalid,
        texts,
        describe,
      }),
      [id, ownId, disabled, readOnly, required, invalid, texts, describe],
    );
    return (
      <FieldContext value={field}>
        <Box role="group" {...box} />
      </FieldContext>
    );
  },

  Label(props: ComponentProps<typeof Label>) {
    return <Label htmlFor={use(FieldContext)?.id} {...props} />;
  },

  HelperText(props: DivProps) {
    return <HelperText id={useDescription()} {...props} />;
  },

  ErrorText(props: DivProps) {
    return use(FieldContext)?.isInvalid && <ShownErrorText {...props} />;
  },
};

function ShownErrorText(props: DivProps) {
  return <ErrorText id={useDescription()} aria-live="polite" {...props} />;
}

function useDescription(): string {
  const id = useId();
  const describe = use(FieldContext)?.describe;
  useLayoutEffect(() => describe?.(id), [describe, id]);
  return id;
}

/** A text input. In a field that is wrong it is described by the error as well as by the hint. */
export function Input(props: ComponentProps<typeof library.Input>) {
  const field = use(FieldContext);
  if (!field) return <Control {...props} />;
  const { id, control, isInvalid, texts } = field;
  const ofField = {
    ...control,
    id,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': texts.join(' ') || undefined,
  };
  return <Control {...merged(ofField, props)} />;
}
