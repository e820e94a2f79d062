import { currentVersion } from '@kargo/release-log/log/served-releases';
import { paths } from '@kargo/shared-types/page/paths';
import type { Gateway } from '@kargo/smoke-test/start-gateway';
import { expect } from '@playwright/test';
import { startGateway } from '../faults/gateway.ts';
import { replaceRelease } from '../faults/two-releases.ts';
import { isHydrated } from '../support/expect-hydrated.ts';
import { versionsOf } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { test as journey } from './engine-journey.ts';
import { css, heading, link } from './find-in-page.ts';

interface Fixtures {
  releases: ReleasesFolder;
  gateway: Gateway;
}

/** A journey through a separate site, to which the test publishes. */
const test = journey.extend<Fixtures>({
  releases: async ({}, use) => {
    await using releases = await ReleasesFolder.copy();
    await use(releases);
  },
  gateway: async ({ releases }, use) => {
    await using gateway = await startGateway(releases.path);
    await use(gateway);
  },
  gatewayUrl: async ({ gateway }, use) => use(gateway.url),
});

const marketing = (version: string) => css(`[data-remote=marketing][data-release="${version}"] h1`);

test('an open page loads a release that was published in the meantime', async ({
  visitor,
  releases,
  gateway,
}) => {
  const { current } = await versionsOf(gateway.url, 'marketing');
  await visitor.open(paths.about());
  await visitor.see(marketing(current));
  await expect.poll(() => visitor.tab.evaluate(isHydrated)).toBe(true);
  await visitor.tab.evaluate(() => {
    // A navigation waits a second for the list of releases; a busy server may take longer.
    AbortSignal.timeout = () => new AbortController().signal;
    Object.assign(window, { isSamePage: true });
  });

  const next = await replaceRelease(releases, gateway, 'marketing');
  await visitor.clickInHeader(link('Home'));
  await visitor.expectPath(paths.home());
  await visitor.see(marketing(next));
  expect(await visitor.tab.evaluate(() => 'isSamePage' in window)).toBe(true);
});

const testWithBadRelease = test.extend<object>({
  releases: async ({}, use) => {
    await using releases = await ReleasesFolder.copy();
    const version = currentVersion(await releases.log(), 'marketing') ?? '';
    const { screens } = await releases.remote('marketing', version);
    const chunk = screens.About?.find((file) => file.includes('expose_About')) ?? '';
    await releases.edit({ app: 'marketing', version }, chunk, throwingWhenLeft);
    await use(releases);
  },
});

testWithBadRelease(
  'a screen that throws while it is left takes nothing down',
  async ({ visitor, consoleErrors }) => {
    consoleErrors.allow(/planted/);
    await visitor.open(paths.home());
    await visitor.see(heading('Send it now. Watch it arrive.'));
    await visitor.clickInHeader(link('About Us'));
    await visitor.see(heading('About Page'));

    await visitor.clickInHeader(link('Home'));
    await visitor.see(heading('Send it now. Watch it arrive.'));
    await visitor.clickInHeader(link('About Us'));
    await visitor.see(heading('About Page'));
    await visitor.clickInHeader(link('Login'));
    await visitor.see(css('[data-remote=auth] h1'));
  },
);

/** Wraps a screen in an element whose ref throws when the element goes. */
function throwingWhenLeft(text: string): string {
  const ref = 'globalThis.left??=()=>()=>{throw new Error("planted")}';
  return text.replace(
    /default:\(\)=>([\w$]+)/,
    `default:()=>p=>{const e=$1(p);return{...e,type:"div",props:{ref:${ref},children:e}}}`,
  );
}
