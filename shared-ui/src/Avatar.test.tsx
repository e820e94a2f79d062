import { fireEvent, render, screen } from '@testing-library/react';
import { Avatar } from './Avatar.tsx';

const avatar = (name: string, src: string | null) => (
  <Avatar name={name} src={src} alt="Your profile image" className="large" />
);

const shown = () => screen.getByRole('img', { name: 'Your profile image' });

test.each([
  ['Maya Okafor', 'MO'],
  [' maya  van der okafor ', 'MO'],
  ['Maya', 'M'],
  ['🚚 Trucks', '🚚T'],
  ['', ''],
])('Without a picture "%s" is "%s"', (name, initials) => {
  render(avatar(name, null));
  expect(shown()).toHaveTextContent(initials);
  expect(shown().tagName).not.toBe('IMG');
});

test('Initials replace a picture that does not load, until there is another one', () => {
  const { rerender } = render(avatar('Maya Okafor', '/broken.png'));
  fireEvent.error(shown());
  expect(shown()).toHaveTextContent('MO');
  rerender(avatar('Maya Okafor', '/whole.png'));
  expect(shown()).toHaveAttribute('src', '/whole.png');
});
