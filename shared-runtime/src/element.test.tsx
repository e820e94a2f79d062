import type * as React from 'react';
import { nameOf } from './element-styles.ts';

const name = nameOf('', { p: '4' });
const makeStyle = jest.fn();
let isBroken = false;

jest.mock('./theme/style-maker.ts', () => {
  if (isBroken) throw new Error('The network is down');
  const { provideStyleMaker } = require('./element-styles.ts');
  provideStyleMaker((...all: unknown[]) => makeStyle(...all));
  return {};
});

/** Loads the modules anew, without what makes CSS, for a page with this text in its `<style>`. */
function load(css = '') {
  document.head.innerHTML = `<style>${css}</style>`;
  document.body.innerHTML = '<main></main>';
  jest.resetModules();
  makeStyle.mockClear();
  const { act, createElement }: typeof React = require('react');
  const { createRoot }: typeof import('react-dom/client') = require('react-dom/client');
  const ui: typeof import('./ui.ts') = require('./ui.ts');
  const container = document.body.firstElementChild as HTMLElement;
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(container);
  return {
    ...ui,
    h: createElement,
    html: () => container.innerHTML,
    draw: (element: React.ReactNode) => act(() => root.render(element)),
    loaded: () => act(async () => {}),
  };
}

beforeEach(() => {
  isBroken = false;
  performance.mark = jest.fn();
});

test('an element whose CSS the page has is drawn without what makes CSS', async () => {
  const { Box, h, html, draw, loaded } = load(`.k-${name}{color:red}`);
  draw(h(Box, { m: undefined, id: 'it', p: '4', className: 'other' }));
  await loaded();
  expect(html()).toBe(`<div class="other k-${name}" id="it"></div>`);
  expect(makeStyle).not.toHaveBeenCalled();
});

test('another is not seen until what makes its CSS has come', async () => {
  const { Box, h, html, draw, loaded } = load();
  draw(h(Box, { p: '4', style: { order: 1 } }));
  expect(html()).toBe('<div style="position: fixed; opacity: 0; order: 1;"></div>');
  expect(performance.mark).toHaveBeenCalledWith('kargo-style {"styles":{"p":"4"}}');
  await loaded();
  expect(html()).toBe(`<div style="order: 1;" class="k-${name}"></div>`);
  expect(makeStyle.mock.calls).toEqual([[name, { styles: { p: '4' } }]]);
});

test('an element keeps its look until there is CSS for another', async () => {
  const { Box, h, html, draw, loaded } = load(`.k-${name}{color:red}`);
  draw(h(Box, { p: '4' }));
  draw(h(Box, { p: '2', title: 'Now' }));
  expect(html()).toBe(`<div class="k-${name}" title="Now"></div>`);
  await loaded();
  expect(html()).toBe(`<div class="k-${nameOf('', { p: '2' })}" title="Now"></div>`);
});

test('where it does not come, elements are seen without CSS, and what follows at once', async () => {
  isBroken = true;
  const { Box, h, html, draw, loaded } = load();
  draw(h(Box, { p: '4' }));
  await loaded();
  expect(html()).toBe(`<div style="" class="k-${name}"></div>`);
  draw(h(Box, { p: '4', key: 'new' }));
  expect(html()).toBe(`<div class="k-${name}"></div>`);
  expect(performance.mark).toHaveBeenCalledTimes(1);
});

test('20,000 styles have as many names', () => {
  const names = Array.from({ length: 20_000 }, (_, p) => nameOf('', { p }));
  expect(new Set(names).size).toBe(20_000);
});

test('a child in place of the element gets its attributes too', async () => {
  const { Button, h, html, draw, loaded } = load();
  const pressed: string[] = [];
  const refs = [{ current: null }, { current: null }];
  const press = (name: string) => () => pressed.push(name);
  const link = h(
    'a',
    { href: '/', ref: refs[1], className: 'child', onClick: press('child') },
    'Home',
  );
  draw(h(Button, { asChild: true, ref: refs[0], onClick: press('button') }, link));
  await loaded();
  const element = document.querySelector('a');
  expect(html()).toContain('href="/"');
  expect(element).toHaveClass('child');
  expect(element).toHaveTextContent('Home');
  element?.click();
  expect(pressed).toEqual(['button', 'child']);
  expect(refs).toEqual([{ current: element }, { current: element }]);
});
