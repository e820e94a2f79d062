import { tellUnsent } from '@kargo/shared-runtime/layout';
import { ChakraProvider, system } from '@kargo/shared-runtime/ui';
import { act, render, screen } from '@testing-library/react';
import { ConnectionNotice } from './ConnectionNotice.tsx';

const away = "You're offline. We'll carry on when you're back.";
const back = 'Back online.';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const setOnline = (isOnline: boolean) =>
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

function show(isOnline: boolean) {
  setOnline(isOnline);
  render(
    <ChakraProvider value={system}>
      <ConnectionNotice />
    </ChakraProvider>,
  );
}

function tell(event: 'online' | 'offline') {
  setOnline(event === 'online');
  act(() => window.dispatchEvent(new Event(event)));
}

test('Nothing is said while there is a connection', () => {
  show(true);
  tell('online');
  expect(screen.queryByText(back)).toBeNull();
  expect(screen.queryByText(away)).toBeNull();
});

test('A connection that goes away and comes back is told, the latter for a moment', () => {
  show(true);
  tell('offline');
  expect(screen.getByText(away).closest('[aria-live=polite]')).not.toBeNull();
  tell('online');
  expect(screen.queryByText(away)).toBeNull();
  expect(screen.getByText(back)).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(3999));
  expect(screen.getByText(back)).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByText(back)).toBeNull();
});

test('A page that starts without a connection says so', () => {
  show(false);
  expect(screen.getByText(away)).toBeInTheDocument();
});

test('Nothing is promised of what a person was told is not sent, until the next time', () => {
  show(false);
  act(tellUnsent);
  expect(screen.queryByText(away)).toBeNull();
  expect(screen.getByText("You're offline. Nothing was sent.")).toBeInTheDocument();
  tell('online');
  expect(screen.getByText('Back online. You can try again now.')).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(4000));
  tell('offline');
  expect(screen.getByText(away)).toBeInTheDocument();
});

test('A connection that is lost again at once is away', () => {
  show(false);
  tell('online');
  tell('offline');
  act(() => jest.advanceTimersByTime(10_000));
  expect(screen.getByText(away)).toBeInTheDocument();
});
