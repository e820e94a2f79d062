import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, scrollWindowTo, writeConfiguration } from '../../testing/render-at.tsx';
import { ContactLink } from './ContactLink.tsx';
import { Footer } from './Footer.tsx';

beforeAll(writeConfiguration);
afterEach(() => {
  window.scrollY = 0;
  jest.useRealTimers();
});

function renderFooter() {
  return renderAt(
    '/about',
    <>
      <main id="content" tabIndex={-1} />
      <Footer inert={false} />
    </>,
  );
}

test('The footer has the links of the specification, and contact details', () => {
  renderFooter();
  for (const [name, address] of [
    ['Home', '/'],
    ['About us', '/about'],
    ['Services', '/'],
    ['FAQs', '/FAQs'],
    ['Support', '/support'],
    ['How It Works', '/how-it-works'],
    ['Terms And Conditions', '/terms-and-conditions'],
    ['Privacy Policy', '/privacy-policy'],
    ['Contact us', '#contact'],
    ['hello@kargo.example', 'mailto:hello@kargo.example'],
    ['+1 (555) 010-0199', 'tel:+15550100199'],
  ] as const) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
  }
  const block = document.getElementById('contact');
  expect(block).toContainElement(screen.getByText('hello@kargo.example'));
  // Whatever the year.
  expect(screen.getByText('Copyright © 2025 Kargo. All rights reserved.')).toBeInTheDocument();
});

test('The blog is only a name as long as there is none', () => {
  renderFooter();
  expect(screen.getByText('Blog')).toHaveTextContent('BlogSoon');
  expect(screen.queryByRole('link', { name: /Blog/ })).not.toBeInTheDocument();
});

test("A store button leads to the configured listing, or else to Home's call to action", () => {
  renderFooter();
  expect(screen.getByRole('link', { name: 'Get the Android app' })).toHaveAttribute(
    'href',
    'https://store.example/kargo',
  );
  expect(screen.getByRole('link', { name: 'Get the iPhone app' })).toHaveAttribute(
    'href',
    '/#getstarted',
  );
});

test('A social profile is a link only if its address is configured', () => {
  renderFooter();
  expect(screen.getByRole('link', { name: 'Kargo photos' })).toHaveAttribute(
    'href',
    'https://photos.example/kargo',
  );
  expect(screen.queryByRole('link', { name: /Kargo (chat|films|work)/ })).not.toBeInTheDocument();
});

describe('Back to top', () => {
  const button = () => screen.getByLabelText('Back to top');

  test('is shown beyond 750 px, not at 750', () => {
    renderFooter();
    scrollWindowTo(750);
    expect(button()).toHaveAttribute('data-shown', 'false');
    scrollWindowTo(751);
    expect(button()).toHaveAttribute('data-shown', 'true');
  });

  /** Lets milliseconds pass, frame by frame; returns the scroll position. */
  async function scrolledAfter(milliseconds: number): Promise<number> {
    await act(() => jest.advanceTimersByTimeAsync(milliseconds));
    return jest.mocked(window.scrollTo).mock.calls.at(-1)?.[1] as unknown as number;
  }

  test('takes 400 ms to the top and moves the focus to the content', async () => {
    jest.useFakeTimers();
    jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
    renderFooter();
    scrollWindowTo(2000);
    act(() => button().click());
    expect(await scrolledAfter(200)).toBeGreaterThan(0);
    expect(await scrolledAfter(160)).toBeGreaterThan(0);
    expect(await scrolledAfter(60)).toBe(0);
    expect(document.getElementById('content')).toHaveFocus();
  });

  test('is there at once under reduced motion', async () => {
    const matchMedia = jest.spyOn(window, 'matchMedia');
    matchMedia.mockImplementation(
      (media) => ({ ...new EventTarget(), matches: true, media }) as MediaQueryList,
    );
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
    renderFooter();
    scrollWindowTo(2000);
    await userEvent.click(button());
    expect(scrollTo.mock.calls).toEqual([[0, 0]]);
    expect(document.getElementById('content')).toHaveFocus();
  });
});

const link = () => screen.getByRole('link', { name: 'Contact us' });

test('The link leads to the contact block of the open page, through the router', async () => {
  const { router } = renderAt('/stripe-error?token=x', <ContactLink>Contact us</ContactLink>);
  expect(link()).toHaveAttribute('href', '#contact');
  await userEvent.click(link());
  expect(router.location).toMatchObject({
    pathname: '/stripe-error',
    search: '?token=x',
    hash: '#contact',
  });
  expect(router.navigationType).toBe('PUSH');
});

test('Followed twice, it leads there twice and leaves one entry in the history', async () => {
  const { router } = renderAt('/about', <ContactLink>Contact us</ContactLink>);
  await userEvent.click(link());
  const { key } = router.location;
  await userEvent.click(link());
  expect(router.location.key).not.toBe(key);
  expect(router.navigationType).toBe('REPLACE');
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('A click with %o is left to the browser', (how) => {
  const { router } = renderAt('/about', <ContactLink>Contact us</ContactLink>);
  expect(fireEvent.click(link(), how)).toBe(true);
  expect(router.location.hash).toBe('');
});
