import { paths } from '@kargo/shared-types/page/paths';
import { css } from './driver/targets.ts';
import { expect, test } from './engine-journey.ts';

// One width is enough, since the scripts do not depend on it.
test.use({ width: 390 });

for (const path of [paths.home(), paths.about(), paths.login()]) {
  test(`a first visit to ${path} loads every script at the first attempt`, async ({ visitor }) => {
    await visitor.open(path);
    await visitor.see(css('[data-remote] h1'));
    const scripts = await visitor.tab.evaluate(
      () => performance.getEntriesByType('resource').map(({ name }) => name),
      null,
    );
    expect(scripts.filter((name) => name.includes('?attempt='))).toEqual([]);
  });
}
