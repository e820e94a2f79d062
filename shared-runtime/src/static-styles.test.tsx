import { nameOf } from './element-styles.ts';

/** Loads the modules anew, for a page with this text in its `<style>`. */
function load(css = '') {
  document.head.innerHTML = `<style>${css}</style>`;
  jest.resetModules();
  const { staticStyles }: typeof import('./static-styles.ts') = require('./static-styles.ts');
  const { Box, Button }: typeof import('./ui.ts') = require('./ui.ts');
  return { staticStyle: staticStyles(), Box, Button };
}

const styles = { p: '4' };
const name = nameOf('', styles);

test('where the page has the class, an element with the class is drawn', () => {
  const { staticStyle, Box } = load(`.k-other{color:red}@media print{.k-${name} a{top:0}}`);
  expect(staticStyle(Box, styles)).toEqual(['div', { className: `k-${name}` }]);
  expect(staticStyle(Box, { as: 'p', ...styles }, 'p')).toEqual(['p', { className: `k-${name}` }]);
});

test('elsewhere the component is drawn, with its styles', () => {
  const { staticStyle, Box } = load(`.k-${name}0{color:red}`);
  expect(staticStyle(Box, styles, 'p')).toEqual([Box, styles]);
});

test('what has no style needs no class, and keeps its own attributes', () => {
  const { staticStyle, Box, Button } = load();
  expect(staticStyle(Box, { as: 'ul', lang: 'en' }, 'ul')).toEqual(['ul', { lang: 'en' }]);
  expect(staticStyle(Button, { unstyled: true }, 'button')).toEqual(['button', { type: 'button' }]);
});
