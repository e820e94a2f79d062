import { fireEvent, render, screen } from '@testing-library/react';
import { Check } from 'lucide-react';
import { Avatar } from './Avatar.tsx';
import createGlyph from './line-glyph.tsx';

const avatar = (name: string, src: string | null) => (
  <Avatar name={name} src={src} alt="Your profile image" className="large" />
);

const shown = () => screen.getByRole('img', { name: 'Your profile image' });

test.each([
  ['Maya Okafor', 'MO'],
  [' maya  van der okafor ', 'MO'],
  ['Maya', 'M'],
  ['🚚 Trucks', '🚚T'],
  ['\u200eMaya \u200bOkafor', 'MO'],
  ['\u200f', ''],
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

const Glyph = createGlyph({ node: [['path', { d: 'M20 6 9 17l-5-5', key: 'any' }]] });

const given = { size: 16, strokeWidth: 2.5, fill: 'currentColor', className: 'k-1' };
const named = { role: 'img', 'aria-label': 'Yes', 'aria-hidden': undefined };

test.each([{}, given, { ...given, ...named }])(
  'an icon is drawn as by lucide, without class names and namespace: %j',
  (props) => {
    expect(drawn(<Glyph {...props} />)).toEqual(drawn(<Check {...props} />));
  },
);

function drawn(icon: React.ReactElement) {
  const svg = render(icon).container.firstElementChild;
  const attributes = [...(svg?.attributes ?? [])].map(({ name, value }) => [name, value]);
  const { xmlns: _xmlns, class: names, ...others } = Object.fromEntries(attributes);
  const ownNames = names?.replaceAll(/\blucide\S*\s*/g, '') || undefined;
  return { ...others, ownNames, parts: svg?.innerHTML };
}
