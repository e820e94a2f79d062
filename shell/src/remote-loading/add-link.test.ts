import { checkAddedStyles } from './add-link.ts';
import { releaseMapArrived } from './release-transitions.ts';

const folder = '/releases/tracking/1.0.0/';

beforeAll(() => {
  const container = { type: 'global' as const, name: 'tracking' };
  const hashes = { 'late.css': 'sha384-late' };
  const tracking = { url: `${folder}remoteEntry.js`, version: '1.0.0', container, hashes };
  releaseMapArrived({ tracking: [tracking] });
  checkAddedStyles();
});

/** Adds a link as the loaders of bundlers do. */
function added(href: string, integrity = ''): HTMLLinkElement {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href, integrity });
  expect(document.head.appendChild(link)).toBe(link);
  expect(link.isConnected).toBe(true);
  return link;
}

test('a style that a remote adds gets the hash of its release, and is the one that the page preloads', () => {
  const expected = { integrity: 'sha384-late', crossOrigin: 'anonymous' };
  expect(added(`${folder}late.css`)).toMatchObject(expected);
});

test('another link stays as it is', () => {
  const expected = { integrity: 'sha384-own', crossOrigin: null };
  expect(added(`${folder}late.css`, 'sha384-own')).toMatchObject(expected);
  expect(added('/elsewhere/late.css')).toMatchObject({ integrity: '', crossOrigin: null });
});
