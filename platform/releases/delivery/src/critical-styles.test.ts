import assert from 'node:assert/strict';
import { test } from 'node:test';
import { criticalStyles } from './critical-styles.ts';

const html = '<main class="a1 b2"><svg fill="var(--kargo-colors-lime)"></svg></main>';

const styles = [
  '@layer tokens{:where(:root, :host){--kargo-colors-lime:#C8F169;--kargo-colors-ink:#1B1240;--kargo-sizes-s:1px}}',
  '@layer base{main{margin:0}table{margin:0}}',
  '@layer utilities{.a1{color:var(--kargo-colors-ink)}.c3{color:red}',
  '[data-signed-in] .b2{top:0}.b2.held:hover{top:1px}@media (min-width: 48rem){.c3{top:2px}.a1{top:3px}}}',
].join('');

test('a page has only the styles of its HTML, in all states', async () => {
  const css = await criticalStyles(html, styles);
  for (const rule of ['main{margin:0}', '[data-signed-in] .b2{top:0}', '.b2.held:hover{top:1px}'])
    assert.ok(css.includes(rule), css);
  assert.match(css, /@media \(min-width: 48rem\)\{\.a1\{top:3px\}\}/);
  assert.doesNotMatch(css, /table|c3/);
});

test('values replace tokens that the HTML does not name', async () => {
  const css = await criticalStyles(html, styles);
  assert.ok(css.includes('.a1{color:#1B1240}'), css);
  assert.ok(css.includes('--kargo-colors-lime:#C8F169'), css);
  assert.doesNotMatch(css, /--kargo-(colors-ink|sizes-s)/);
});

test('a token that no style defines stays as it is, also inside of another', async () => {
  const given = '@layer tokens{:root{--kargo-a:var(--kargo-b)}}.a1{color:var(--kargo-a)}';
  assert.ok((await criticalStyles(html, given)).includes('.a1{color:var(--kargo-b)}'));
});

test('tokens that name each other stay as they are', async () => {
  const given = ':root{--kargo-a:var(--kargo-b);--kargo-b:var(--kargo-a)}.a1{color:var(--kargo-a)}';
  assert.match(await criticalStyles(html, given), /\.a1\{color:var\(--kargo-[ab]\)\}/);
});
