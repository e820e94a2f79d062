import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { remotes } from '@kargo/commands/apps';
import { root } from '@kargo/commands/settings';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';

const { publishedRoutes }: { publishedRoutes: PublishedRoutes } = await import(
  join(root, 'shell/src/routes.ts')
);

for (const { name, screens } of remotes) {
  test(`The shell routes to every screen of ${name}, and to no other`, () => {
    const routed = publishedRoutes.routes.map(({ screen }) => screen);
    assert.deepEqual(
      routed.filter((screen) => screen.startsWith(`${name}/`)).sort(),
      screens.map((screen) => `${name}/${screen}`),
    );
  });
}
