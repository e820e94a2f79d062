import type { ComponentType } from 'react';

/** Loads the module anew, for a page with this text in its `<style>`. */
function load(css: string): typeof import('./static-styles.ts') {
  document.head.innerHTML = `<style>${css}</style>`;
  jest.resetModules();
  return require('./static-styles.ts');
}

const Box: ComponentType = () => null;
const style = { p: '4' };

test('where the page has the class, an element with the class is drawn', () => {
  const staticStyle = load('.k-4f2a-1{color:red}@media print{.k-4f2a-2 a{top:0}}').staticStyles(
    '4f2a',
  );
  expect(staticStyle(Box, style)).toEqual(['div', { className: 'k-4f2a-1' }]);
  expect(staticStyle(Box, style, 'p')).toEqual(['p', { className: 'k-4f2a-2' }]);
});

test('elsewhere the component is drawn, with its style', () => {
  const staticStyle = load('.k-4f2a-10{color:red}').staticStyles('4f2a');
  expect(staticStyle(Box, style, 'p')).toEqual([Box, style]);
});
