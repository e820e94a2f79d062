import * as chakraUi from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { isAttribute } from '../attributes.ts';
import * as ui from '../ui.ts';
import { Field, Input } from '../ui-controls.tsx';
import { button } from './recipes.ts';
import { styleCache } from './style-maker.ts';
import { system } from './system.ts';

type Component = ComponentType<object>;

const rules: string[] = [];
styleCache.sheet.insert = (rule) => void rules.push(rule);

const dotRecipe = {
  base: { w: '2', _hover: { bg: 'lime' } },
  variants: { size: { sm: { p: '1' }, lg: { p: { base: '4', md: '6' } } } },
};

const examples: readonly [ours: unknown, chakras: unknown, props: object][] = [
  [ui.Box, chakraUi.Box, { p: '4', mt: { base: '1', md: -1 }, css: { '& > *': { m: 0 } } }],
  [ui.Box, chakraUi.Box, { as: 'ul', color: 'ink.900', css: [{ px: '2' }, { px: '3' }] }],
  [ui.Circle, chakraUi.Circle, { size: '2rem', bg: 'lime', css: { flexGrow: 1 } }],
  [ui.Container, chakraUi.Container, { py: '4', css: { '--side': '1rem' } }],
  [ui.Flex, chakraUi.Flex, { direction: { base: 'column', md: 'row' }, wrap: 'wrap', gap: '2' }],
  [ui.Flex, chakraUi.Flex, { inline: true, justify: 'center', css: { display: 'grid' } }],
  [ui.Grid, chakraUi.Grid, { templateColumns: '1fr 2fr', gap: '4', css: { display: 'block' } }],
  [ui.GridItem, chakraUi.GridItem, { colSpan: { md: 2 }, rowSpan: 3, p: '2' }],
  [ui.HStack, chakraUi.HStack, { gap: '3', css: { gap: '4' } }],
  [ui.Stack, chakraUi.Stack, { align: 'start', maxW: 'prose' }],
  [ui.Link, chakraUi.Link, { href: '/', display: 'flex', _hover: { color: 'lime' } }],
  [ui.Text, chakraUi.Text, { textStyle: 'lead', truncate: true }],
  [ui.Text, chakraUi.Text, { lineClamp: 2, hideFrom: 'md', hideBelow: 'lg', p: ['1', '2'] }],
  [ui.Box, chakraUi.Box, { colorPalette: 'ink', color: 'colorPalette.900', divideX: '1px' }],
  [ui.Icon, chakraUi.Icon, { boxSize: '4', children: <svg /> }],
  [ui.Icon, chakraUi.Icon, { as: 'i', color: 'lime' }],
  [ui.Link, chakraUi.Link, { asChild: true, _hover: { m: '1' }, children: <b title="It" /> }],
  [ui.VisuallyHidden, chakraUi.VisuallyHidden, { bg: 'lime' }],
  [ui.chakra.svg, chakraUi.chakra.svg, { viewBox: '0 0 9 9', width: 12, fill: 'none' }],
  [ui.chakra.img, chakraUi.chakra.img, { alt: 'It', htmlWidth: 12, htmlHeight: '9', width: '4' }],
  [ui.Box, chakraUi.Box, { p: '2', htmlTranslate: 'no', translate: '0 4px' }],
  [ui.Button, chakraUi.chakra('button', button, { defaultProps: { type: 'button' } }), {}],
  [
    ui.Button,
    chakraUi.chakra('button', button, { defaultProps: { type: 'button' } }),
    { variant: 'outline', size: { base: 'sm', md: 'lg' }, w: 'full', type: 'submit' },
  ],
  [ui.chakra('i', dotRecipe), chakraUi.chakra('i', dotRecipe), { size: 'lg', title: 'A dot' }],
];

test.each(examples)(
  '%# the styles of an element are those that Chakra makes',
  (Ours, Chakras, props) => {
    const ours = drawn(Ours as Component, props);
    const chakras = drawn(Chakras as Component, props);
    const name = /k-(\w+)/.exec(ours)?.[1] ?? '';
    const made = /k-(\w+)/.exec(chakras)?.[1] ?? '';
    expect(cssOf(name)).toBe(cssOf(made).replaceAll(made, name));
    expect(cssOf(name)).not.toBe('');
    const plain = (html: string) => html.replace(/ class="[^"]+"/, '');
    expect(plain(ours)).toBe(plain(chakras));
  },
);

test('the parts of a field have the styles of their recipe', () => {
  const html = drawn(() => (
    <Field.Root invalid mb="4">
      <Field.Label>Name</Field.Label>
      <Input pe="2" />
      <Field.ErrorText>Missing</Field.ErrorText>
    </Field.Root>
  ));
  const css = [...html.matchAll(/k-(\w+)/g)].map(([, name = '']) => cssOf(name));
  expect(css[0]).toMatch(/margin-bottom:.*flex-direction:column/);
  expect(css[1]).toMatch(/font-weight:600/);
  expect(css[2]).toMatch(/padding-inline-end:.*width:var\(--kargo-sizes-full\)/);
  expect(css[3]).toMatch(/display:inline-flex/);
});

test('attributes are told from styles as Chakra does it', () => {
  // Attributes of HTML, and of the drawings here.
  const attributes =
    'href htmlFor srcSet onClick aria-label data-x viewBox preserveAspectRatio'.split(' ');
  for (const name of attributes) expect([name, isAttribute(name)]).toEqual([name, true]);
  const styles = [...system.properties].filter(isAttribute);
  expect(styles).toEqual([]);
});

function drawn(Each: Component, props: object = {}): string {
  const { container } = render(
    <CacheProvider value={styleCache}>
      <chakraUi.ChakraProvider value={system}>
        <Each {...props} />
      </chakraUi.ChakraProvider>
    </CacheProvider>,
  );
  return container.innerHTML;
}

function cssOf(name: string): string {
  return rules.filter((it) => it.includes(`.k-${name}`)).join('');
}
