/** @jest-environment node */

import { MemoryRouter } from '@kargo/shared-runtime/router';
import type { Screen } from '@kargo/shared-runtime/screens';
import { renderToString } from 'react-dom/server';
import screens from '../screens.ts';

async function render({ load }: Screen): Promise<string> {
  const { default: Content } = await load();
  return renderToString(
    <MemoryRouter>
      <Content />
    </MemoryRouter>,
  );
}

test.each(Object.entries(screens))('%s can be rendered without a window', async (_name, screen) => {
  const html = await render(screen);
  expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
  // The content security policy blocks them in prerendered HTML.
  expect(html).not.toContain(' style="');
});

test('the landing page has its anchors, each once and in order', async () => {
  const html = await render(screens.Home);
  const ids = [...html.matchAll(/<section[^>]* id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['about', 'features', 'how_it_work', 'testimonials', 'getstarted', 'faqs']);
});

test('the landing page has eleven labelled sections, its carousels aside', async () => {
  const html = await render(screens.Home);
  const sections = html.match(/<section[^>]* aria-labelledby="[^"]+"/g);
  expect(sections).toHaveLength(11);
});

test('no slide is left out of the first render', async () => {
  const html = await render(screens.Home);
  expect(html.match(/aria-label="\d of 4"/g)).toHaveLength(4);
  expect(html.match(/aria-label="\d of 8"/g)).toHaveLength(8);
  expect(html.match(/aria-label="\d of 6"/g)).toHaveLength(6);
});
