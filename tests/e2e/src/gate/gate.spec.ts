import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import { expect } from '@playwright/test';
import { startGateway } from '../faults/gateway.ts';
import { destinations, header } from '../faults/ways-in.ts';
import { versionsOf } from '../support/published-release.ts';
import type { ReleasesFolder } from '../support/releases-folder.ts';
import { type Edits, plant, release, test } from './releasing.ts';

// `pnpm release` in a copy of this checkout: it refuses faults in the sources, and releases a
// change of all apps in one step.

// Each test builds at least one app.
test.setTimeout(900_000);

interface Fault {
  what: string;
  app: string;
  edits: Edits;
  sentence: RegExp;
}

const plantedInBrowser = "\nif (typeof window !== 'undefined') throw new Error('planted');\n";
const plantedInNode = "\nif (typeof window === 'undefined') throw new Error('planted');\n";
const profile = 'remote-profile/src/screens/Profile.tsx';

const raiseSharedRuntime = {
  'shared-runtime/package.json': (source: string) =>
    source.replace(/"version": "\d+/, '"version": "99'),
};

const faults: Fault[] = [
  {
    what: 'a type error',
    app: 'profile',
    edits: { [profile]: (source) => `${source}export const planted: number = 'text';\n` },
    sentence: /^The type-check-of-profile failed \(\d\)\.\n[\s\S]*Profile\.tsx.* error TS2322: /,
  },
  {
    what: 'a remote that throws',
    app: 'profile',
    edits: { [profile]: (source) => source + plantedInBrowser },
    // Opened again, the screen runs its script again and fails in another way.
    sentence: /^profile \S+ fails the smoke test at profile\/Profile: .*planted \[.*\.\n/,
  },
  {
    what: 'an empty screen',
    app: 'profile',
    edits: { [profile]: () => 'export default function Profile() {\n  return null;\n}\n' },
    sentence:
      /^profile \S+ fails the smoke test at profile\/Profile: nothing of it is there after 10 s \[.*\.\n$/,
  },
  {
    what: 'a missing screen',
    app: 'profile',
    edits: {
      'remote-profile/src/screens/StripeError.tsx': () => null,
      'remote-profile/src/screens/StripeError.test.tsx': () => null,
      'remote-profile/src/screens.ts': (source) =>
        source.replace(/ {2}StripeError: \{.*?\n {2}\},\n/s, ''),
    },
    sentence: /^shell \S+ routes to profile\/StripeError, which profile \S+ lacks: [^\n]*\n$/,
  },
  {
    what: 'a title that a page of another remote has',
    app: 'marketing',
    edits: {
      'remote-marketing/src/screens.ts': (source) =>
        source.replace("'About Kargo'", "'Log in – Kargo for drivers'"),
    },
    sentence:
      /^About of marketing \S+ and Login of auth \S+ have the same title "Log in – Kargo for drivers": [^\n]*\n$/,
  },
  {
    what: 'an empty title',
    app: 'marketing',
    edits: {
      'remote-marketing/src/screens.ts': (source) => source.replace("'About Kargo'", "' '"),
    },
    sentence: /^marketing \S+ has no title for About: [^\n]*\n$/,
  },
  {
    what: 'a page that does not render in Node',
    app: 'marketing',
    edits: { 'remote-marketing/src/screens/About.tsx': (source) => source + plantedInNode },
    sentence: /^A page does not render in Node: .*planted[^\n]*\n$/,
  },
  {
    what: 'a shell that throws',
    app: 'shell',
    edits: { 'shell/src/index.tsx': (source) => source + plantedInBrowser },
    sentence: /^shell \S+ fails the smoke test at (\S+, ){10}\S+: .*planted \[.*\.\n$/,
  },
  {
    what: 'a remote that needs another shell',
    app: 'profile',
    edits: raiseSharedRuntime,
    sentence:
      /^profile \S+ needs @kargo\/shared-runtime\/\S+.* in \^99\.\d\.\d, but shell \S+ provides \d\.\d\.\d: [^\n]*\n$/,
  },
];

for (const { what, app, edits, sentence } of faults) {
  test(`${what} is refused, and the log stays as it is`, async ({ checkout, releases }) => {
    await using _ = await plant(checkout, edits);
    const before = await recordsOf(releases);
    const { code, stderr } = await release(checkout, releases, app);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
    expect(await recordsOf(releases)).toEqual(before);
  });
}

test('a file that is missing is refused, and the log stays as it is', async ({
  checkout,
  releases,
}) => {
  await using gateway = await startGateway(releases.path);
  const { current } = await versionsOf(gateway.url, 'auth');
  await cp(join(releases.path, 'auth', current), join(releases.path, 'auth/9.9.9'), {
    recursive: true,
  });
  const copy = join(releases.path, 'auth/9.9.9');
  const json = await readFile(join(copy, 'release.json'), 'utf8');
  await releases.describe('auth', '9.9.9', json.replaceAll(current, '9.9.9'));
  const missing = join(copy, 'node/screens.cjs');
  await rm(missing);
  const before = await recordsOf(releases);
  const { code, stderr } = await release(checkout, releases, 'auth', '--to', '9.9.9');
  expect(stderr).toBe(`auth 9.9.9 cannot be served: ${missing} is missing.\n`);
  expect(code).toBe(1);
  expect(await recordsOf(releases)).toEqual(before);
});

test('a change of all apps is released in one step, and an open page offers to reload', async ({
  page,
  checkout,
  releases,
}) => {
  await using gateway = await startGateway(releases.path);
  await page.goto(gateway.url + paths.about());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { length } = await recordsOf(releases);

  await using _ = await plant(checkout, raiseSharedRuntime);
  const apps = ['shell', 'marketing', 'auth', 'profile'];
  const { code, stderr } = await release(checkout, releases, ...apps);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  // One of each app, and another one of each app that waited, which waits for nothing.
  expect(await recordsOf(releases)).toHaveLength(length + 7);

  await expect
    .poll(async () => (await versionsOf(gateway.url, 'auth')).fallback, 'none goes with the shell')
    .toBe('');
  const { current } = await versionsOf(gateway.url, 'auth');
  await destinations.auth.follow(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator(`[data-release="${current}"]`).getByRole('heading')).toBeVisible();
  await page.goto(gateway.url + paths.about());
  await header(page).getByRole('link', { name: 'Home' }).click();
  await expect(page.locator('[data-remote=marketing]')).toBeVisible();
});

const recordsOf = ({ path }: ReleasesFolder) => readdir(join(path, 'log'), { recursive: true });
