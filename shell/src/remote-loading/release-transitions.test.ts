/** @jest-environment node */
import type { ReleaseName } from '@kargo/shared-types/releases/release';
import {
  entryRequested,
  navigated,
  releaseFailed,
  releaseMapArrived,
  retryRequested,
  shellDeleted,
  startedUsing,
} from './release-transitions.ts';
import {
  chosenRelease,
  earlyFetch,
  fallbacksFor,
  isShellDeleted,
  isShellReplaced,
  ownerOf,
  store,
  trackedRelease,
} from './tracked-releases.ts';

const current = { app: 'auth', version: '2' };
const previous = { app: 'auth', version: '1' };
const ofProfile = { app: 'profile', version: '1' };

const stateOf = (release: ReleaseName) => trackedRelease(release).state.name;
const versionsOf = (releases: ReleaseName[]) => releases.map(({ version }) => version);
const chosen = (remote = 'auth') => chosenRelease(remote)?.version;
const entryOf = ({ app, version }: ReleaseName) =>
  `https://site.example/releases/${app}/${version}/entry.js`;
const release = (release: ReleaseName) => ({ version: release.version, url: entryOf(release) });
const shell = (version: string) => release({ app: 'shell', version });

beforeEach(() => {
  jest.useFakeTimers();
  store.tracked.clear();
  releaseMapArrived({
    auth: [release(current), release(previous)],
    profile: [release(ofProfile)],
    shell: [shell('1')],
  });
});

afterEach(() => jest.useRealTimers());

test('these tests run without a browser', () => {
  expect(globalThis).not.toHaveProperty('window');
});

test('a release is known, then in use, and known again once another is used', () => {
  expect(stateOf(current)).toBe('known');
  startedUsing(previous);
  startedUsing(ofProfile);
  expect(stateOf(previous)).toBe('in-use');
  startedUsing(current);
  expect([current, previous, ofProfile].map(stateOf)).toEqual(['in-use', 'known', 'in-use']);
});

test('a fallback is fetched early, and still there once it is used', async () => {
  const entry = Promise.resolve();
  entryRequested(previous, entry);
  expect(stateOf(previous)).toBe('fetching');
  await entry;
  expect(stateOf(previous)).toBe('fetched');
  startedUsing(previous);
  expect(stateOf(previous)).toBe('in-use');
  expect(earlyFetch(previous, entryOf(previous))).toBe(entry);
  expect(earlyFetch(previous, entryOf(previous).replace('entry', 'chunk'))).toBeUndefined();
});

test.each([
  ['known', () => undefined],
  ['in-use', () => startedUsing(previous)],
])('a fallback that does not arrive may be fetched again when it is %s', async (state, begin) => {
  let fail = () => {};
  const entry = new Promise<void>((_resolve, reject) => {
    fail = () => reject(new Error('planted'));
  });
  entryRequested(previous, entry);
  begin();
  fail();
  await entry.catch(() => undefined);
  expect(stateOf(previous)).toBe(state);
  expect(earlyFetch(previous, entryOf(previous))).toBeUndefined();
});

test('a release that fails while its entry is fetched stays failed when that arrives', async () => {
  const entry = Promise.resolve();
  entryRequested(previous, entry);
  releaseFailed(previous);
  await entry;
  expect(stateOf(previous)).toBe('failed');
});

test('a failed release gives way to its fallback, and keeps only its number of failures', () => {
  startedUsing(current);
  const code = Promise.resolve({ default: () => null });
  trackedRelease(current).screens.set('auth/Login', { code });
  releaseFailed(current);
  expect(chosen()).toBe('1');
  expect(trackedRelease(current)).toMatchObject({ failures: 1, screens: new Map() });
  expect(trackedRelease(previous).failures).toBe(0);
  startedUsing(current);
  expect(stateOf(current)).toBe('failed');
});

test('a failed release backs off for 30 s, then a navigation tries it again', () => {
  releaseFailed(current);
  jest.advanceTimersByTime(29_000);
  navigated('auth');
  expect(chosen()).toBe('1');
  jest.advanceTimersByTime(2000);
  navigated('auth');
  expect(chosen()).toBe('2');
});

test('if a remote has no release left, all of its releases are tried again', () => {
  for (const release of [current, previous, ofProfile]) releaseFailed(release);
  navigated('auth');
  expect(chosen()).toBe('2');
  expect(chosen('profile')).toBeUndefined();
});

test('a requested retry does not wait', () => {
  releaseFailed(current);
  retryRequested('auth');
  expect(chosen()).toBe('2');
});

test('the fallback is another release that has not failed; the shell has none', () => {
  releaseMapArrived({
    auth: [release(current), release(previous)],
    profile: [release(ofProfile)],
    shell: [shell('1'), shell('0')],
  });
  expect(versionsOf(fallbacksFor(current))).toEqual(['1']);
  expect(versionsOf(fallbacksFor(previous))).toEqual(['2']);
  expect(fallbacksFor(ofProfile)).toEqual([]);
  expect(fallbacksFor({ app: 'shell', version: '1' })).toEqual([]);
  releaseFailed(current);
  expect(fallbacksFor(previous)).toEqual([]);
});

test("the first shell in a page's release map runs it; a later one has replaced it", () => {
  expect(isShellReplaced()).toBe(false);
  releaseMapArrived({ shell: [shell('2'), shell('1')] });
  expect(isShellReplaced()).toBe(true);
  releaseMapArrived({ shell: [shell('1')] });
  expect(isShellReplaced()).toBe(false);
  expect(isShellDeleted()).toBe(false);
  shellDeleted({ app: 'shell', version: '1' });
  expect(isShellDeleted()).toBe(true);
});

test('scripts of every release that was ever in the release map may run', () => {
  releaseMapArrived({});
  expect(chosen()).toBeUndefined();
  expect(ownerOf(new URL('chunk.js', entryOf(previous)).href)).toMatchObject({ version: '1' });
  expect(ownerOf(new URL('../3/chunk.js', entryOf(previous)).href)).toBeUndefined();
});

test('only what changes the screen at once makes React render', () => {
  const listener = jest.fn();
  store.listeners.add(listener);
  releaseMapArrived({ auth: [release(current)] });
  startedUsing(current);
  navigated('auth');
  expect(listener).not.toHaveBeenCalled();
  releaseFailed(current);
  retryRequested('auth');
  shellDeleted({ app: 'shell', version: '1' });
  expect(listener).toHaveBeenCalledTimes(3);
  store.listeners.delete(listener);
});
