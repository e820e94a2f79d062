import { act, render, screen } from '@testing-library/react';
import { Pending, PendingNote } from './Pending.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

test('says that the screen is loading after a second, in an element that was there before', () => {
  render(<PendingNote />);
  const note = screen.getByRole('status');
  pass(999);
  expect(note).toBeEmptyDOMElement();
  pass(1);
  expect(note).toHaveTextContent('Loading…');
});

test('one that gives way to another is not reported, so that the second goes on', () => {
  const changes: boolean[] = [];
  function Page({ of }: { of: string | null }) {
    return (
      <>{of && <Pending key={of} ground="ink.950" onChange={(value) => changes.push(value)} />}</>
    );
  }
  const { rerender } = render(<Page of="first" />);
  expect(changes).toEqual([true]);
  rerender(<Page of="second" />);
  expect(changes.at(-1)).toBe(true);
  rerender(<Page of={null} />);
  expect(changes.at(-1)).toBe(false);
});
