import { usedStyles } from './used-styles.ts';

const css = [
  '@layer reset{a,p{margin:0}table,dialog{padding:0}*,*::before{border:0}::-webkit-search-decoration{top:0}}',
  '@layer base{@keyframes spin{to{rotate:1turn}}@keyframes shake{to{top:1px}}body{animation:1s spin}}',
  '@layer tokens{:where(:root, :host){--site-ink:#000;--site-drawn:red;--site-lost:blue}}',
  '.k-1{color:var(--site-ink);--site-own:1px;top:var(--site-own)}',
].join('');

const html = '<main><p>Text</p><svg fill="var(--site-drawn)"></svg></main>';

test('the reset of elements that are not there is left out', () => {
  const used = usedStyles(css, html);
  expect(used).toContain('@layer reset{p{margin:0}*,*::before{border:0}}');
  expect(usedStyles(css, `${html}<dialog></dialog>`)).toContain('dialog{padding:0}');
});

test('so is that of inputs of other types', () => {
  const reset =
    '@layer reset{input[type="text"],input[type="url"]{margin:0}input[type=\'search\']{top:0}}';
  expect(usedStyles(reset, '<input type="radio">')).toBe('@layer reset{}');
  expect(usedStyles(reset, '<input type="url">')).toBe(
    '@layer reset{input[type="text"],input[type="url"]{margin:0}}',
  );
});

test('so is the font of the page, whose body has one of its own', () => {
  const reset =
    '@layer reset{html{--font-fallback:a,b;top:0;font-family:var(--c, var(--font-fallback))}}';
  expect(usedStyles(reset, html)).toBe('@layer reset{html{top:0}}');
});

test('keyframes that nothing runs are left out', () => {
  expect(usedStyles(css, html)).toContain('@keyframes spin');
  expect(usedStyles(css, html)).not.toContain('shake');
});

test('tokens are replaced by their values, and stay where the HTML refers to them', () => {
  const used = usedStyles(css, html);
  expect(used).toContain(':where(:root, :host){--site-drawn:red}');
  expect(used).toContain('.k-1{color:#000;--site-own:1px;top:var(--site-own)}');
});

test('other styles stay as they are', () => {
  const other = '.k-2{color:var(--not-a-token)}@media print{.k-2{top:0}}';
  expect(usedStyles(other, html)).toBe(other);
});

test('rules of one layer or condition stand together, those of wider windows last', () => {
  const page = '@layer base,recipes;@layer base{a{top:0}}';
  const wide = '@media screen and (min-width: 48rem)';
  const wider = '@media screen and (min-width: 64rem)';
  const given = [
    page,
    `.k-1{top:1px}${wider}{.k-1{top:3px}}${wide}{.k-1{top:2px}}`,
    `@layer recipes{.k-2{left:0}${wide}{.k-2{left:1px}}@media (hover: hover){.k-2:hover{left:2px}}}`,
    `.k-3{top:0}.k-3 a{color:red}${wide}{.k-3{top:1px}}`,
    `@layer recipes{.k-4{left:0}${wide}{.k-4{left:3px}}}`,
  ];
  expect(usedStyles(given.join(''), '<a class="k-1">')).toBe(
    [
      `${page}.k-1{top:1px}@layer recipes{.k-2{left:0}.k-4{left:0}`,
      `${wide}{.k-2{left:1px}.k-4{left:3px}}@media (hover: hover){.k-2:hover{left:2px}}}`,
      `.k-3{top:0}.k-3 a{color:red}`,
      `${wide}{.k-1{top:2px}.k-3{top:1px}}${wider}{.k-1{top:3px}}`,
    ].join(''),
  );
});
