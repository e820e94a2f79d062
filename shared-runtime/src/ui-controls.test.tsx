import * as chakraUi from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { type ComponentProps, createRef } from 'react';
import { system } from './theme/system.ts';
import { Field, Input } from './ui-controls.tsx';

type RootProps = ComponentProps<typeof Field.Root>;

const chakras = { ...chakraUi.Field, Input: chakraUi.Input };
const ours = { ...Field, Input };

/** The attributes of each part that are not made of ids, and what its label labels. */
function partsOf(Parts: typeof ours, props: RootProps) {
  const { container, unmount } = render(
    <chakraUi.ChakraProvider value={system}>
      <Parts.Root {...props}>
        <Parts.Label>Name</Parts.Label>
        <Parts.Input name="name" />
        <Parts.HelperText>As on your licence</Parts.HelperText>
        <Parts.ErrorText>Missing</Parts.ErrorText>
      </Parts.Root>
    </chakraUi.ChakraProvider>,
  );
  const ofIds = /^(id|for|class|aria-describedby|aria-errormessage|data-scope|data-part)$/;
  const parts = [...container.querySelectorAll('*')].map(({ localName, attributes }) => ({
    localName,
    ...Object.fromEntries(
      [...attributes].filter(({ name }) => !ofIds.test(name)).map((it) => [it.name, it.value]),
    ),
  }));
  const labelled = screen.getByLabelText('Name').getAttribute('name');
  unmount();
  return { parts, labelled };
}

test.each<RootProps>([
  {},
  { invalid: true },
  { disabled: true },
  { readOnly: true },
  { required: true },
  { id: 'name', invalid: true, 'aria-label': 'Who you are', 'data-x': '' } as RootProps,
])('the parts of a field with %j say what those of Chakra say', (props) => {
  expect(partsOf(ours, props)).toMatchObject(partsOf(chakras as unknown as typeof ours, props));
});

test('an input is described by the hints before the errors, whichever came first', () => {
  const field = (invalid: boolean, hint?: string) => (
    <Field.Root invalid={invalid}>
      <Input />
      {hint && <Field.HelperText id="hint">{hint}</Field.HelperText>}
      <Field.ErrorText>Missing</Field.ErrorText>
    </Field.Root>
  );
  const { rerender } = render(field(true));
  const input = screen.getByRole('textbox');
  expect(input).toHaveAccessibleDescription('Missing');
  rerender(field(true, 'As on your licence'));
  expect(input).toHaveAccessibleDescription('As on your licence Missing');
  rerender(field(false, 'As on your licence'));
  expect(input).toHaveAttribute('aria-describedby', 'hint');
  rerender(field(false));
  expect(input).not.toHaveAttribute('aria-describedby');
});

test("an input's own attributes are stronger than the field's; it needs none", () => {
  const ref = createRef<HTMLInputElement>();
  render(
    <>
      <Field.Root required invalid>
        <Input ref={ref} required={false} aria-describedby="own" />
      </Field.Root>
      <Input id="alone" />
    </>,
  );
  expect(ref.current).not.toBeRequired();
  expect(ref.current).toHaveAttribute('aria-describedby', 'own');
  expect(document.getElementById('alone')).not.toHaveAttribute('aria-invalid');
});

test('an element in place of a hint is tied to the input too', () => {
  render(
    <Field.Root>
      <Input />
      <Field.HelperText asChild>
        <ul>
          <li>All corners visible</li>
        </ul>
      </Field.HelperText>
    </Field.Root>,
  );
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('All corners visible');
});
