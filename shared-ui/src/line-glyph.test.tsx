import { render } from '@testing-library/react';
import { Check } from 'lucide-react';
import createGlyph from './line-glyph.tsx';

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
