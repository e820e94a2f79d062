/**
 * The parts of Chakra UI that are used, second part: form controls, loaded with the first screen that has a form. They
 * are ours, since Chakra's need the style maker; what they say to assistive technology and to selectors is the same.
 */
import type * as library from '@chakra-ui/react';
import {
  type ComponentProps,
  createContext,
  type FunctionComponent,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useState,
} from 'react';
import { merged, styled } from './element.ts';

/** A text that describes the control. */
interface Description {
  id: string;
  isError: boolean;
}

interface FieldState {
  control: Pick<ComponentProps<'input'>, 'id' | 'disabled' | 'readOnly' | 'required'>;
  /** Attributes of all parts, for styles such as `[data-invalid] > &`. */
  marks: { [name: `data-${string}`]: string | undefined };
  isInvalid: boolean;
  descriptions: readonly Description[];
  /** Ties a text to the control; returns a function that takes it away again. */
  describe: (text: Description) => () => void;
}

const FieldContext = createContext<FieldState | null>(null);

type RootProps = Omit<ComponentProps<typeof library.Field.Root>, 'ids' | 'target'>;
type LabelProps = ComponentProps<typeof library.Field.Label>;
type TextProps = ComponentProps<typeof library.Field.HelperText>;
type InputProps = ComponentProps<typeof library.Input>;

const Box = styled<FunctionComponent<TextProps>>('div', 'field.root');
const Label = styled<FunctionComponent<LabelProps>>('label', 'field.label');
const HelperText = styled<FunctionComponent<TextProps>>('span', 'field.helperText');
const ErrorText = styled<FunctionComponent<TextProps>>('span', 'field.errorText');
const Control = styled<FunctionComponent<InputProps>>('input', 'input');

interface Fields {
  Root: FunctionComponent<RootProps>;
  Label: FunctionComponent<LabelProps>;
  HelperText: FunctionComponent<TextProps>;
  /** Shown while the field is invalid. */
  ErrorText: FunctionComponent<TextProps>;
}

/** A label, a control, and texts that describe it, tied together for assistive technology. */
export const Field: Fields = {
  Root({ id, disabled, invalid = false, readOnly, required, ...box }) {
    const ownId = useId();
    const [descriptions, setDescriptions] = useState<readonly Description[]>([]);
    const describe = useCallback((text: Description) => {
      setDescriptions((before) => [...before, text]);
      return () => setDescriptions((before) => before.filter((it) => it !== text));
    }, []);
    const marks = {
      'data-disabled': mark(disabled),
      'data-invalid': mark(invalid),
      'data-readonly': mark(readOnly),
      'data-required': mark(required),
    };
    const control = { id: id ?? ownId, disabled, readOnly, required };
    return (
      <FieldContext value={{ control, marks, isInvalid: invalid, descriptions, describe }}>
        <Box role="group" {...marks} {...box} />
      </FieldContext>
    );
  },

  Label(props) {
    const field = use(FieldContext);
    return <Label htmlFor={field?.control.id} {...field?.marks} {...props} />;
  },

  HelperText(props) {
    const id = useDescription(props.id, false);
    return <HelperText {...use(FieldContext)?.marks} {...props} id={id} />;
  },

  ErrorText(props) {
    return use(FieldContext)?.isInvalid && <ShownErrorText {...props} />;
  },
};

const mark = (is: boolean | undefined) => (is ? '' : undefined);

function ShownErrorText(props: TextProps) {
  return <ErrorText aria-live="polite" {...props} id={useDescription(props.id, true)} />;
}

/** Ties a text to the control of the field around it; returns the text's id. */
function useDescription(givenId: string | undefined, isError: boolean): string {
  const ownId = useId();
  const id = givenId ?? ownId;
  const describe = use(FieldContext)?.describe;
  useLayoutEffect(() => describe?.({ id, isError }), [describe, id, isError]);
  return id;
}

/** A text input. In a field that is wrong it is described by the error as well as by the hint, which is read out first. */
export function Input(props: InputProps) {
  const field = use(FieldContext);
  if (!field) return <Control {...props} />;
  const hints = field.descriptions.filter(({ isError }) => !isError);
  const errors = field.descriptions.filter(({ isError }) => isError);
  const ofField = {
    ...field.control,
    ...field.marks,
    'aria-invalid': field.isInvalid || undefined,
    'aria-describedby': [...hints, ...errors].map(({ id }) => id).join(' ') || undefined,
  };
  return <Control {...merged(ofField, props)} />;
}
