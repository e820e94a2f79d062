import { reportUpload, whileLoading } from '@kargo/shared-runtime/loading';
import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { renderAt } from '../testing/render-at.tsx';
import { LoadingOverlay } from './LoadingOverlay.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function renderPage() {
  const { container } = renderAt(
    '/login',
    <>
      <input aria-label="Email" />
      <LoadingOverlay />
    </>,
  );
  const field = screen.getByLabelText('Email');
  act(() => field.focus());
  return { container, field };
}

/** Starts a call; `end` answers it. */
function startCall() {
  let answer = () => {};
  let settled: Promise<void> = Promise.resolve();
  act(() => {
    settled = whileLoading(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
  });
  return {
    end: () =>
      act(async () => {
        answer();
        await settled;
      }),
  };
}

const overlay = () => screen.queryByTestId('loading-overlay');
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

test('The overlay says that a call is under way, in a live region that was there before', async () => {
  renderPage();
  const announcer = document.querySelector('body > [aria-live=polite]');
  expect(announcer).toBeEmptyDOMElement();
  const call = startCall();
  expect(overlay()).toHaveTextContent('Loading…');
  expect(overlay()).toHaveAttribute('role', 'status');
  expect(overlay()?.parentElement).toBe(announcer);
  pass(100);
  expect(announcer?.closest('[inert]')).toBeNull();
  await call.end();
  expect(overlay()).not.toBeInTheDocument();
  expect(announcer).toBeInTheDocument();
});

test('The overlay stays until the last of several calls has ended', async () => {
  renderPage();
  const first = startCall();
  const second = startCall();
  await first.end();
  expect(overlay()).toBeInTheDocument();
  await second.end();
  expect(overlay()).not.toBeInTheDocument();
});

test('A fast response never takes the focus away', async () => {
  const { container, field } = renderPage();
  const call = startCall();
  pass(99);
  expect(container).not.toHaveAttribute('inert');
  expect(field).toHaveFocus();
  await call.end();
  pass(1000);
  expect(container).not.toHaveAttribute('inert');
});

test('After 100 ms the page is inert; afterwards it is free again, with the focus where it was', async () => {
  const { container, field } = renderPage();
  const call = startCall();
  pass(100);
  expect(container).toHaveAttribute('inert');
  expect(overlay()).not.toHaveAttribute('inert');
  // Browsers move the focus out of an element that becomes inert.
  act(() => field.blur());
  await call.end();
  expect(container).not.toHaveAttribute('inert');
  expect(field).toHaveFocus();
});

test('Elements that were inert before stay so', async () => {
  renderPage();
  const behindDialog = document.body.appendChild(document.createElement('div'));
  behindDialog.setAttribute('inert', '');
  const call = startCall();
  pass(100);
  await call.end();
  expect(behindDialog).toHaveAttribute('inert');
  behindDialog.remove();
});

test('A call that begins during hydration does not make the overlay inert', async () => {
  let answer = () => {};
  const response = new Promise<void>((resolve) => {
    answer = resolve;
  });
  function Caller() {
    useEffect(() => void whileLoading(() => response), []);
    return null;
  }
  render(
    <>
      <LoadingOverlay />
      <Caller />
    </>,
    { hydrate: true },
  );
  pass(100);
  expect(screen.getByTestId('loading-overlay').closest('[inert]')).toBeNull();
  expect(document.querySelector('[inert]')).not.toBeNull();
  await act(async () => answer());
});

test('The overlay says how much of an upload has been sent', () => {
  renderPage();
  startCall();
  act(() => reportUpload(0.425));
  expect(overlay()).toHaveTextContent('43% sent');
  act(() => reportUpload(null));
  expect(overlay()).not.toHaveTextContent('sent');
});
