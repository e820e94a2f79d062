import { expect, test } from '../support/journey.ts';
import { publishedRoutes } from '../support/published-release.ts';

// Pages name drawings in separate files. A wrong name would leave an empty space.

test('every drawing that a page refers to exists', async ({ request }) => {
  const { routes } = await publishedRoutes(request);
  const used = new Set<string>();
  for (const { path } of routes.filter(({ isPublic }) => isPublic)) {
    const html = await (await request.get(path)).text();
    for (const [, href = ''] of html.matchAll(/<use href="([^"]+)"/g)) used.add(href);
  }
  expect(used.size).toBeGreaterThan(20);
  for (const href of used) {
    const [file = '', name] = href.split('#');
    const response = await request.get(file);
    expect(response.headers()['content-type'], file).toContain('image/svg+xml');
    expect(await response.text(), href).toContain(`id="${name}"`);
  }
});
