import { paths } from 'shared-types/page/paths';
import type { Gateway } from 'smoke-test/start-gateway';
import { startGateway } from '../faults/gateway.ts';
import { ReleasesFolder } from '../faults/releases-folder.ts';
import { replaceRelease } from '../faults/replace-release.ts';
import { versionsOf } from '../faults/two-releases.ts';
import { css, header, inside, link } from './driver/targets.ts';
import { expect, test as journey } from './engine-journey.ts';

interface Fixtures {
  releases: ReleasesFolder;
  gateway: Gateway;
}

/** A journey through a separate site, into which the test publishes. */
const test = journey.extend<Fixtures>({
  releases: async ({}, use) => {
    await using releases = await ReleasesFolder.copy();
    await use(releases);
  },
  gateway: async ({ releases }, use) => {
    await using gateway = await startGateway(releases.path);
    await use(gateway);
  },
  site: async ({ gateway }, use) => use(gateway.url),
});

const marketing = (version: string) => css(`[data-remote=marketing][data-release="${version}"] h1`);

test('an open page loads a release that is published meanwhile', async ({
  visitor,
  releases,
  gateway,
}) => {
  const { current } = await versionsOf(gateway.url, 'marketing');
  await visitor.open(paths.about());
  await visitor.see(marketing(current));
  await visitor.tab.evaluate(() => void Object.assign(window, { isSamePage: true }), null);

  const build = process.env.NEXT_MARKETING_BUILD ?? '';
  const next = await replaceRelease(releases, gateway, 'marketing', build);
  await visitor.click(inside(header, link('Home')));
  await visitor.expectAddress(paths.home());
  await visitor.see(marketing(next));
  expect(await visitor.tab.evaluate(() => 'isSamePage' in window, null)).toBe(true);
});
