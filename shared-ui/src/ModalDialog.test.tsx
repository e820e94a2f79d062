import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { type Message, MessageDialog } from './MessageDialog.tsx';
import { ModalDialog } from './ModalDialog.tsx';

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

const onClose = jest.fn();
beforeEach(() => onClose.mockClear());

function open() {
  render(
    <ModalDialog isOpen onClose={onClose}>
      <p>Text</p>
    </ModalDialog>,
  );
  return screen.getByRole('dialog');
}

test('A click outside closes it', () => {
  const dialog = open();
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('A selection that begins inside and ends outside does not', () => {
  const dialog = open();
  fireEvent.mouseDown(screen.getByText('Text'));
  // Browsers send the click to the common ancestor.
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
});

test('The close event that follows a button inside does not close it again', () => {
  const { rerender } = render(<ModalDialog isOpen onClose={onClose} />);
  const dialog = screen.getByRole('dialog');
  rerender(<ModalDialog isOpen={false} onClose={onClose} />);
  fireEvent(dialog, new Event('close'));
  expect(onClose).not.toHaveBeenCalled();
  rerender(<ModalDialog isOpen onClose={onClose} />);
  fireEvent(dialog, new Event('close'));
  expect(onClose).toHaveBeenCalledTimes(1);
});
