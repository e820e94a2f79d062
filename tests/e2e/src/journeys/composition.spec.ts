import { paths } from '@kargo/shared-types/page/paths';
import type { RemoteName } from '@kargo/shared-types/page/screens';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { Page } from '@playwright/test';
import { expect, storeSession, test } from '../support/journey.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';
import { currentVersion } from '../support/published-release.ts';
import { modulesOf } from '../support/source-map.ts';

// A page consists of releases, but has each shared module once.

test('each screen comes from the current release of its remote', async ({ page, session }) => {
  await expectRelease(page, 'marketing', paths.home());
  await expectRelease(page, 'auth', paths.login());
  await storeSession(page, session.token);
  await expectRelease(page, 'profile', paths.profile());
});

/** Expects the path to show this remote, with scripts of only its release and the shell. */
async function expectRelease(page: Page, remote: RemoteName, path: string): Promise<void> {
  const version = await currentVersion(remote);
  const shellVersion = await currentVersion('shell');
  const scripts = collectScripts(page);
  await page.goto(path);
  const region = page.locator('[data-remote]');
  await expect(region).toHaveAttribute('data-remote', remote);
  await expect(region).toHaveAttribute('data-release', version);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const folders = new Set(
    [...scripts].map((script) => script.slice(0, script.lastIndexOf('/') + 1)),
  );
  expect([...folders].sort()).toEqual(
    [releasePath(remote, version), releasePath('shell', shellVersion)].sort(),
  );
}

/** Modules that have state or are too large to copy: the shell provides them. */
const handedOut =
  /^(react|react-dom|jotai|@chakra-ui|@emotion|react-router|axios|@?firebase|shared-runtime)\//;
/** Tiny modules without state: every app has its own copy. */
const mayBeCopied = /^(react\/(cjs\/react-)?jsx-runtime|shared-runtime\/styled-system\/css\/cx)/;

test('across all remotes, every shared module is evaluated once', async ({
  signedInPage: page,
}) => {
  const scripts = collectScripts(page);
  await walkThroughAllRemotes(page);
  expect(await seenInDevtools(page)).toEqual(
    ['auth', 'marketing', 'profile'].map((remote) => `kargo_${remote}`),
  );

  // The federation runtime gives every app the same object,
  const copies = await copiesOfSharedModules(page);
  expect(copies).toMatchObject({
    react: 1,
    '@kargo/shared-runtime/session': 1,
  });
  expect(Object.entries(copies).filter(([, count]) => count !== 1)).toEqual([]);

  // and only the shell contains it. Within one app, webpack ensures that.
  const owners = new Map<string, Set<string>>();
  for (const script of scripts) {
    const app = script.split('/')[2] ?? '';
    for (const module of await modulesOf(script)) {
      if (!handedOut.test(module) || mayBeCopied.test(module)) continue;
      owners.set(module, (owners.get(module) ?? new Set()).add(app));
    }
  }
  expect([...owners.keys()]).toEqual(
    expect.arrayContaining(['react/cjs/react.production.js', 'shared-runtime/src/session.ts']),
  );
  const misplaced = [...owners].filter(([, apps]) => [...apps].join() !== 'shell');
  expect(misplaced).toEqual([]);
});

/** Opens the landing page, the profile and the login without a reload. */
async function walkThroughAllRemotes(page: Page): Promise<void> {
  await page.goto(paths.home());
  await expect(page.locator('[data-remote=marketing]')).toBeVisible();
  await pressInProfileMenu(page, 'My Profile');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await pressInProfileMenu(page, 'Logout');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
}

/** The part of the federation runtime's registry that we use. */
interface FederationRegistry {
  moduleInfo: Record<
    string,
    { remoteEntry: string; remotesInfo: Record<string, { matchedVersion: string }> }
  >;
  __INSTANCES__: {
    shareScopeMap: Record<string, Record<string, Record<string, { lib?: () => unknown }>>>;
  }[];
}

/** Counts how many different objects the page's apps have for each shared module. */
function copiesOfSharedModules(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const { __INSTANCES__: apps } = (
      globalThis as unknown as { __FEDERATION__: FederationRegistry }
    ).__FEDERATION__;
    const objects: Record<string, Set<unknown>> = {};
    for (const { shareScopeMap } of apps) {
      for (const [name, versions] of Object.entries(shareScopeMap.default ?? {})) {
        for (const { lib } of Object.values(versions)) {
          if (lib) objects[name] = (objects[name] ?? new Set()).add(lib());
        }
      }
    }
    return Object.fromEntries(Object.entries(objects).map(([name, { size }]) => [name, size]));
  });
}

/** Returns the shell's remotes whose entries DevTools can find. */
function seenInDevtools(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { moduleInfo } = (globalThis as unknown as { __FEDERATION__: FederationRegistry })
      .__FEDERATION__;
    const { remotesInfo = {}, remoteEntry } = moduleInfo.kargo_shell ?? {};
    return Object.entries(remotesInfo)
      .filter(
        ([name, it]) => remoteEntry && moduleInfo[`${name}:${it.matchedVersion}`]?.remoteEntry,
      )
      .map(([name]) => name)
      .sort();
  });
}

/** Collects the paths of all release scripts that the page requests from now on. */
function collectScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script') scripts.add(pathname);
  });
  return scripts;
}
