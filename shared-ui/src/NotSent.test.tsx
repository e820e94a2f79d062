import { tellUnsent } from '@kargo/shared-runtime/layout';
import { act, render, screen } from '@testing-library/react';
import { NotSent } from './NotSent.tsx';

beforeEach(async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  await act(async () => tellUnsent());
});

afterEach(() => act(async () => window.dispatchEvent(new Event('online'))));

test('It still says that nothing was sent when the browser is back online', async () => {
  render(<NotSent />);
  const sentence = screen.getByText(
    "You're offline. Nothing was sent; your entries are still here.",
  );
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(sentence).toHaveTextContent(
    "You're back online. Nothing was sent; your entries are still here.",
  );
});

test('Without entries it mentions none', () => {
  render(<NotSent hasEntries={false} />);
  expect(screen.getByText("You're offline. Nothing was sent.")).toBeVisible();
});
