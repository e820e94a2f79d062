import { releaseFailed, releaseMapArrived } from '../remote-loading/release-transitions.ts';
import { trackedReleases } from '../remote-loading/tracked-releases.ts';
import { screenAt } from '../routes.ts';
import { provenanceOf, reportOf } from './bug-report.ts';
import { findParts } from './parts.ts';

const layout = `<div><header data-testid="site-header"></header><main id="content">
  <div role="status"></div><div data-remote="profile" data-release="2.0.0"></div></main><footer></footer></div>`;

const shell = { trackedReleases, screenAt };
const release = (version: string) => ({ version, url: `/releases/x/${version}/entry.js` });
const found = () =>
  findParts(shell, 700).map(({ name, app, version }) => `${name}: ${app} ${version}`);

beforeEach(() => {
  document.documentElement.style.fontSize = '16px';
  releaseMapArrived({ shell: [release('1.0.0')], profile: [release('2.0.0')] });
  document.body.innerHTML = layout;
});

afterEach(() => window.history.replaceState(null, '', '/'));

test('each part of a page is named with its release', () => {
  expect(found()).toEqual([
    'Header: shell 1.0.0',
    'Strip: shell 1.0.0',
    'Screen: profile 2.0.0',
    'Footer: shell 1.0.0',
  ]);
});

test('the frame around a bare screen is the shell', () => {
  document.body.innerHTML =
    '<div><main id="content"><div data-remote="auth" data-release="3.0.0"></div></main></div>';
  expect(found()).toEqual(['Frame: shell 1.0.0', 'Screen: auth 3.0.0']);
});

test('a screen that did not load belongs to its remote, and one without a route to the shell', () => {
  document.querySelector('[data-remote]')?.remove();
  window.history.replaceState(null, '', '/profile');
  expect(found()).toContain('Screen: profile undefined');
  window.history.replaceState(null, '', '/nowhere');
  expect(found()).toContain('Screen: shell 1.0.0');
});

test('boxes surround the parts, each with room for a label in the window', () => {
  window.innerHeight = 800;
  const tops = (...areas: [top: number, height: number][]) => {
    const elements = document.querySelectorAll('header, [role=status], [data-remote], footer');
    for (const [index, [top, height]] of areas.entries()) {
      const area = () => new DOMRect(0, top, 390, height);
      Object.assign(elements[index] ?? {}, { getBoundingClientRect: area });
    }
    return findParts(shell, 700).map(({ box }) => [box.translate, box.height]);
  };
  expect(tops([0, 80], [80, 56], [0, 5000], [5000, 400])).toEqual([
    ['0px 0px', 80],
    ['0px 80px', 60],
    ['0px 140px', 660],
    ['0px 640px', 0],
  ]);
  expect(tops([0, 80], [-3000, 56], [-4900, 4930], [30, 400])).toEqual([
    ['0px 0px', 80],
    ['0px 60px', 0],
    ['0px 120px', 60],
    ['0px 180px', 250],
  ]);
});

const part = (app: string, version?: string) => ({
  name: 'Screen',
  app,
  version,
  box: { width: 0, height: 0, translate: '' },
});
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test.each([
  ['Auth team · current for 3 days', { came: 'current', since: ago(3.2) }],
  ['Auth team · current for 1 day', { came: 'current', since: ago(1) }],
  ['Auth team · current for 0 minutes', { came: 'current', since: ago(-1) }],
  ['Auth team · canary (5%) for 2 hours', { came: 'canary (5%)', since: ago(1 / 12) }],
  ['Auth team · preview', { came: 'preview' }],
  ['Auth team · replaced', { came: 'replaced' }],
])('a release is described as "%s"', (text, provenance) => {
  const made = { auth: { owner: 'Auth team', releases: { '3.0.0': provenance } } };
  expect(provenanceOf(part('auth', '3.0.0'), made, shell)).toBe(text);
});

test('unknown parts are called unknown', () => {
  const made = { auth: { owner: 'Auth team', releases: {} } };
  expect(provenanceOf(part('auth', '3.0.0'), {}, shell)).toBe('Owner unknown · age unknown');
  expect(provenanceOf(part('auth', '3.0.0'), made, shell)).toBe('Auth team · age unknown');
  expect(provenanceOf(part('auth', 'dev'), made, shell)).toBe('Auth team · development server');
  expect(provenanceOf(part('auth'), made, shell)).toBe('Auth team · not loaded');
});

test('a replaced release is a fallback if another one of its app failed in this page', () => {
  releaseFailed({ app: 'profile', version: '2.0.0' });
  const releases = { '1.0.0': { came: 'replaced' } };
  const made = { profile: { owner: 'Profile team', releases } };
  expect(provenanceOf(part('profile', '1.0.0'), made, shell)).toBe('Profile team · fallback');
});

test('a report has the parts and the page, without its query or a token in an API address', () => {
  window.history.replaceState(null, '', '/profile?token=secret#payout');
  const text = reportOf([part('profile', '2.0.0')], {}, shell);
  expect(text).toMatch(
    /^Page: \/profile\nWindow: \d+ × \d+\nBrowser: .+\nTime: 20\S+Z\nScreen: profile 2\.0\.0 · Owner unknown/,
  );
  window.history.replaceState(null, '', '/api/v1/resend-onboarding-link/secret/new');
  expect(reportOf([], {}, shell)).toMatch(/^Page: \/api\/…\n/);
});
