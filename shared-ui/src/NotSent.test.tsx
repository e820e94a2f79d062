import { act, render, screen } from '@testing-library/react';
import { NotSent } from './NotSent.tsx';

test('What was not sent while offline is still not sent when the browser is back', () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<NotSent />);
  const sentence = screen.getByText(
    "You're offline. Nothing was sent; your entries are still here.",
  );
  onLine.mockReturnValue(true);
  act(() => window.dispatchEvent(new Event('online')));
  expect(sentence).toHaveTextContent(
    "You're back online. Nothing was sent; your entries are still here.",
  );
});

test('Without entries none are named', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<NotSent hasEntries={false} />);
  expect(screen.getByText("You're offline. Nothing was sent.")).toBeVisible();
});
