import { act, fireEvent, render, screen } from '@testing-library/react';
import { showSuccess, Toasts } from './Toasts.tsx';

const show = () =>
  render(
    <>
      <form>
        <input />
      </form>
      <Toasts />
    </>,
  );

test('A success is announced, and disappears after two seconds', async () => {
  jest.useFakeTimers();
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  show();
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

test.each(['before', 'after'])(
  'A success %s leaving is not announced on the next visit',
  async (when) => {
    const { unmount } = show();
    act(() => screen.getByRole('textbox').focus());
    await screen.findByRole('region', { name: 'Notifications' });
    const text = 'Profile updated successfully!';
    if (when === 'after') unmount();
    await act(() => showSuccess(text));
    if (when === 'before') expect(await screen.findByText(text)).toBeVisible();
    unmount();
    show();
    act(() => screen.getByRole('textbox').focus());
    await screen.findByRole('region', { name: 'Notifications' });
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  },
);

test('A success is still announced when another release of the page has taken over', async () => {
  const { unmount } = show();
  render(<Toasts />);
  act(() => screen.getByRole('textbox').focus());
  await screen.findAllByRole('region', { name: 'Notifications' });
  unmount();
  await act(() => showSuccess('Saved'));
  expect(await screen.findByText('Saved')).toBeVisible();
});

test('Alt+T, which types a letter on a Mac, leaves the focus in the field', async () => {
  show();
  act(() => screen.getByRole('textbox').focus());
  await screen.findByRole('region', { name: 'Notifications' });
  fireEvent.keyDown(screen.getByRole('textbox'), { altKey: true, code: 'KeyT', key: '†' });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByRole('textbox')).toHaveFocus();
});
