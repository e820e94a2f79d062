import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { type Message, MessageDialog } from './MessageDialog.tsx';

const text = 'Please try again later.';

function show(message: Message) {
  render(<MessageDialog message={message} onClose={() => {}} returnFocusTo={createRef()} />);
  return screen.getByRole('alertdialog');
}

test('A message about a failed request ends with its reference, which nobody translates', () => {
  const error = Object.assign(new Error(), { reference: '4f1c-22' });
  const dialog = show({ title: 'Error', text, details: 'So says Stripe.', error });
  const reference = screen.getByText('4f1c-22');
  expect(reference).toHaveAttribute('translate', 'no');
  expect(reference.parentElement?.textContent).toBe('Reference: 4f1c-22');
  expect(reference.parentElement?.parentElement?.lastElementChild).toBe(reference.parentElement);
  expect(dialog).toHaveAccessibleDescription(/^Please try again later\. .+ Reference: 4f1c-22$/);
});

test.each([undefined, new Error('x'), Object.assign(new Error(), { reference: null })])(
  'Nothing is added about %s',
  (error) => {
    expect(show({ title: 'Error', text, error })).toHaveAccessibleDescription(text);
  },
);

test('The focus returns when the message is closed, and then stays wherever it is moved', () => {
  const [first, second] = [createRef<HTMLButtonElement>(), createRef<HTMLButtonElement>()];
  const page = (message: Message | null, returnFocusTo = first) => (
    <>
      <button type="button" ref={first} />
      <button type="button" ref={second} />
      <input />
      <MessageDialog message={message} onClose={() => {}} returnFocusTo={returnFocusTo} />
    </>
  );
  const { rerender } = render(page({ title: 'Error' }));
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  rerender(page(null));
  expect(first.current).toHaveFocus();
  screen.getByRole('textbox').focus();
  rerender(page(null, second));
  expect(screen.getByRole('textbox')).toHaveFocus();
});
