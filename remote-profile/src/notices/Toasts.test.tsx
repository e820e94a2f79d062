import { act, render, screen } from '@testing-library/react';
import { showSuccess, Toasts } from './Toasts.tsx';

test('A success is announced, stays for two seconds and goes', async () => {
  jest.useFakeTimers();
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  render(
    <>
      <form>
        <input />
      </form>
      <Toasts />
    </>,
  );
  act(() => screen.getByRole('textbox').focus());
  await pass(1);
  await act(() => showSuccess('Profile updated successfully!'));
  await pass(1);
  expect(screen.getByRole('status')).toHaveTextContent('Profile updated successfully!');
  const toast = screen.getByRole('status');

  await pass(1900);
  expect(toast).toHaveAttribute('data-state', 'open');
  await pass(200);
  expect(toast).not.toHaveAttribute('data-state', 'open');
  await pass(1000);
  expect(toast).not.toBeInTheDocument();
  jest.useRealTimers();
});
