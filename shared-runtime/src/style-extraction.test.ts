/** @jest-environment node */

import { nameOf } from './element-styles.ts';
import { alternativeStyles, staticStyles } from './static-styles.ts';
import { stylesOf } from './style-extraction.ts';
import { Box, Button, Flex } from './ui.ts';

const staticStyle = staticStyles();

/** The class of a static element. */
function classOf(...drawn: Parameters<typeof staticStyle>): string {
  const [, attributes] = staticStyle(...drawn);
  return 'className' in attributes ? String(attributes.className) : '';
}

test('a page has the styles of its elements, and of no others', () => {
  const name = classOf(Box, { overflow: 'hidden' });
  const other = classOf(Box, { overflow: 'auto' });
  const css = stylesOf(`<div class="${name}">`);
  expect(css).toContain(`.${name}{overflow:hidden}`);
  expect(css).not.toContain(other);
});

test('a class whose styles come to nothing is known to the page', () => {
  const name = classOf(Box, { p: {} });
  expect(stylesOf(`<div class="${name}">`)).toContain(`.${name}{}`);
});

test('two looks with the same styles have a class each', () => {
  const names = [
    classOf(Flex, { direction: 'row' }),
    classOf(Box, { display: 'flex', flexDirection: 'row' }),
  ];
  const css = stylesOf(`<div class="${names[0]}"><div class="${names[1]}">`);
  for (const name of names) expect(css).toContain(`.${name}{display:flex;flex-direction:row}`);
});

test('a page has all looks that an element of it may have', () => {
  alternativeStyles(Button, [{ variant: 'text' }, { variant: 'plain' }]);
  const [text, plain] = ['text', 'plain'].map((variant) => `k-${nameOf('button', { variant })}`);
  expect(stylesOf(`<button class="${plain}">`)).toContain(`.${text}{`);
  expect(stylesOf('<button>')).not.toContain(`.${text}{`);
});

test('what follows later has its styles too, and its part of the reset', () => {
  const later = classOf(Box, { columnCount: 3 });
  expect(stylesOf('<div>')).not.toContain('table');
  const css = stylesOf('<div>', `<table class="${later}">`);
  expect(css).toContain(`.${later}{column-count:3}`);
  expect(css).toContain('table');
});

test('similar styles stand together', () => {
  const [first, other, similar] = [{ maxW: '1px' }, { opacity: 0 }, { maxW: '2px' }].map((styles) =>
    classOf(Box, styles),
  );
  expect(stylesOf(`<i class="${first}"><i class="${other}"><i class="${similar}">`)).toContain(
    `.${first}{max-width:1px}.${similar}{max-width:2px}.${other}{opacity:0}`,
  );
});
