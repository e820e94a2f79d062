import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signatureOf } from '@kargo/release-log/rules/release-signature';
import { pagesFile, pagesSignatureFile } from '@kargo/shared-types/releases/release-addresses';
import { expect, test } from '@playwright/test';
import { siteKey } from '../support/site.ts';
import { Candidates } from './candidates.ts';

// The smoke test of `pnpm release`, on copies of the site's releases with faults.

test('the login passes, for visitors and for drivers who are not approved', async () => {
  await using candidates = await Candidates.ofSite();
  expect(await candidates.problems('auth')).toEqual([]);
});

test('a script that throws, HTML of another page and a call without a sample are found', async () => {
  await using candidates = await Candidates.ofSite();
  const { folder, versions } = candidates;
  const { profile: version = '', shell = '' } = versions;
  await candidates.change('profile', 'StripeError', throwing);
  const file = join(folder.path, pagesFile(shell, { app: 'profile', version }));
  const before = await readFile(file, 'utf8');
  const pages = before.replace('Setup Complete!', 'changed');
  expect(pages).not.toBe(before);
  await writeFile(file, pages);
  const signature = await signatureOf('kargo-pages', pages, siteKey());
  await writeFile(pagesSignatureFile(file), signature);
  const release = { ...(await folder.release('profile', version)), samples: {}, drivers: {} };
  await folder.describe('profile', version, JSON.stringify(release));
  const problems = await candidates.problems('profile');
  expect(problems).toContain(
    'No release has a sample of GET /verify, which a screen asks for: add it to "samples" in kargo.json, or in the remote\'s webpack.config.ts.',
  );
  const screensWith = (problem: RegExp) =>
    problems
      .filter((text) => problem.test(text))
      .map((text) => /fails the smoke test at ([^:]*): /.exec(text)?.[1]);
  expect(screensWith(/planted/)).toEqual(['profile/StripeError']);
  expect(screensWith(/418|[Hh]ydrat/)).toEqual(['profile/StripeSuccess']);
  // Drivers come from the landing page, and it requests the profile too.
  expect(screensWith(/404/).map((screens) => screens?.split(', ').sort())).toEqual([
    ['profile/Profile', 'profile/StripeError', 'profile/StripeSuccess'],
  ]);
  expect(problems).toHaveLength(4);
});

test('a shell that throws is found, also beside a release with a pipe and a link', async () => {
  await using candidates = await Candidates.ofSite();
  const { folder, versions } = candidates;
  const { profile = '', shell = '' } = versions;
  const spoilt = join(folder.path, 'profile', profile);
  const { entry } = await folder.release('profile', profile);
  await rm(join(spoilt, 'release.json'));
  execFileSync('mkfifo', [join(spoilt, 'release.json')]);
  await rm(join(spoilt, entry));
  await symlink('/dev/zero', join(spoilt, entry));
  const entryOfShell = (await folder.release('shell', shell)).entry;
  await folder.edit({ app: 'shell', version: shell }, entryOfShell, throwing);
  const problems = await candidates.problems('auth');
  expect(problems.join('\n')).toMatch(
    /^auth \S+ fails the smoke test at auth\/Login: .*planted \[a visitor, .* See \S+\.png and \S+\.zip\.$/,
  );
});

test('a screen is judged once, unless its verdict was changed', async () => {
  test.setTimeout(600_000);
  await using candidates = await Candidates.ofSite();
  const judge = () => candidates.judge('auth', { key: siteKey() });
  const first = await judge();
  expect(first).toMatchObject({ now: 1, problems: [] });
  expect(await judge()).toEqual({ ...first, notes: [], now: 0 });
  const verdicts = join(candidates.folder.path, 'auth/verdicts');
  for (const name of await readdir(verdicts)) {
    const jws = await readFile(join(verdicts, name), 'utf8');
    // Changes the first letter of what the verdict says.
    await writeFile(join(verdicts, name), jws.replace(/\../, '.f'));
  }
  expect(await judge()).toMatchObject({ now: 1, problems: [] });
});

const throwing = (code: string) => `throw new Error('planted');${code}`;
