import { fireEvent, render, screen } from '@testing-library/react';
import { ModalDialog } from './ModalDialog.tsx';

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
