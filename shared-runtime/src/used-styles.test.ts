import { usedStyles } from './used-styles.ts';

const css = [
  '@layer reset{a,p{margin:0}table,dialog{padding:0}*,*::before{border:0}::-webkit-search-decoration{top:0}}',
  '@layer base{@keyframes spin{to{rotate:1turn}}@keyframes shake{to{top:1px}}body{animation:1s spin}}',
  '@layer tokens{:where(:root, :host){--site-ink:#000;--site-drawn:red;--site-lost:blue}}',
  '.k-1{color:var(--site-ink);--site-own:1px}',
].join('');

const html = '<main><p>Text</p><svg fill="var(--site-drawn)"></svg></main>';

test('the reset of elements that are not there is left out', () => {
  const used = usedStyles(css, html);
  expect(used).toContain('@layer reset{p{margin:0}*,*::before{border:0}}');
  expect(usedStyles(css, `${html}<dialog></dialog>`)).toContain('dialog{padding:0}');
});

test('keyframes that nothing runs are left out', () => {
  expect(usedStyles(css, html)).toContain('@keyframes spin');
  expect(usedStyles(css, html)).not.toContain('shake');
});

test('tokens stay that a style or the HTML refers to', () => {
  expect(usedStyles(css, html)).toContain(':where(:root, :host){--site-ink:#000;--site-drawn:red}');
});

test('other styles stay as they are', () => {
  expect(usedStyles(css, html)).toContain('.k-1{color:var(--site-ink);--site-own:1px}');
});
