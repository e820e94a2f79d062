import { act, screen, waitFor } from '@testing-library/react';
import { showSignedIn } from '../testing/signed-in.tsx';
import { DangerZone } from './DangerZone.tsx';

const ask = () => screen.getByRole('button', { name: 'Delete Account' });

test.each(['No, cancel', 'Yes, delete it'])(
  '"%s" closes the question without a call',
  async (name) => {
    const fetch = jest.spyOn(globalThis, 'fetch');
    const send = jest.spyOn(XMLHttpRequest.prototype, 'send');
    const user = showSignedIn(DangerZone);
    await user.click(ask());
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Are you sure you want to delete your account? You will not be able to revert this.',
    );
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(fetch).not.toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
  },
);

test('Escape closes the question too, and the focus goes back to the button', async () => {
  const user = showSignedIn(DangerZone);
  await user.click(ask());
  // The browser does this on Escape.
  act(() => screen.getByRole<HTMLDialogElement>('alertdialog').close());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(ask()).toHaveFocus();
});

test('Drivers who mean it learn whom to write to', () => {
  showSignedIn(DangerZone);
  expect(
    screen.getByText(/^To have your account and data deleted/).parentElement,
  ).toHaveTextContent(
    "To have your account and data deleted, write to hello@kargo.example. We'll confirm when it's done.",
  );
  expect(screen.getByRole('link', { name: 'hello@kargo.example' })).toHaveAttribute(
    'href',
    'mailto:hello@kargo.example',
  );
});
