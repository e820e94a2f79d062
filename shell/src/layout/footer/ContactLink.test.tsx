import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../testing/render-at.tsx';
import { ContactLink } from './ContactLink.tsx';

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
