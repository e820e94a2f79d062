import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isShell, parseRelease } from './release.ts';

const common = { version: '1.0.0', entry: 'entry.js', builtAt: '', calls: {}, files: {} };
const shell = { ...common, app: 'shell', provides: {}, routes: [], publicRoutes: [] };
const ofRemote = { screens: {}, styles: {}, texts: {}, needs: {}, bundles: {}, copies: {} };
const remote = { ...common, ...ofRemote, app: 'marketing' };
const hash = { sha384: '', size: 1 };
const parse = (release: object) => parseRelease(JSON.stringify(release), 'release.json');

test('The name of the app says whether a release is of the shell or of a remote', () => {
  assert.equal(isShell(parse(shell)), true);
  assert.equal(isShell(parse(remote)), false);
});

for (const [release, message] of [
  [{ ...remote, app: 'shell' }, /required properties provides, routes, publicRoutes/],
  [{ ...shell, app: 'marketing' }, /required properties screens/],
  [{ ...remote, app: '../marketing' }, /release.json: \/app must match pattern/],
  [
    { ...remote, files: { 'a.js': { sha384: '"><base href="', size: 1 } } },
    /release.json: \/files\/a.js\/sha384 must match pattern/,
  ],
  [{ ...remote, needs: { react: ' '.repeat(300) } }, /\/needs\/react must not have more than 256/],
  [
    { ...remote, needs: Object.fromEntries(Array.from({ length: 1001 }, (_, it) => [it, '1'])) },
    /\/needs must not have more than 1000 properties/,
  ],
  [
    { ...remote, drivers: Object.fromEntries(Array.from({ length: 21 }, (_, it) => [it, {}])) },
    /\/drivers must not have more than 20 properties/,
  ],
  ...['a.js/b.js', 'a.js.br/b.js', 'release.json/b.js'].map(
    (below) =>
      [
        { ...remote, files: { 'a.js': { ...hash, variants: { '.br': hash } }, [below]: hash } },
        new RegExp(`lists "${below}" below another file`),
      ] as const,
  ),
  [{}, /release.json: the document must have required properties app/],
] as const)
  test(`A release is refused with: ${message.source}`, () =>
    assert.throws(() => parse(release), { message }));
