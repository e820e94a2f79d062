import type { Profile } from '@kargo/shared-types/api/driver';
import { sampleDriver } from '@kargo/shared-types/api/sample-driver';
import { type Draft, forgetDraftsOfOthers, holdDraft, keepDraft, readDraft } from './drafts.ts';
import { endSession, type SessionEnd, startSession, updateSession } from './session.ts';

jest.mock('./identity.ts', () => ({ signOut: jest.fn(async () => {}) }));

const ada = { ...sampleDriver, id: 'id-of-ada', name: 'Ada' };
const ben = { ...sampleDriver, id: 'id-of-ben', name: 'Ben' };
const { id: _, ...rest } = sampleDriver;
const unknown: Profile = rest;

const draft: Draft = { texts: { firstName: 'Adelaide' }, fileName: 'licence.jpg' };
const minutes = 60_000;

const signIn = (loginUser: Profile) =>
  startSession({ token: `token-of-${loginUser.name}`, loginUser });

/** Types into a form that appears and goes again. */
function typeAndLeave() {
  const leave = holdDraft('payout');
  keepDraft(ada.id, 'payout', draft);
  leave();
}

const read = (form = 'payout') => readDraft(ada.id, form);

beforeEach(() => {
  jest.useFakeTimers();
  signIn(ada);
});

afterEach(() => {
  endSession('logged-out');
  jest.useRealTimers();
});

test('what was typed is back when the form appears again, and is not stored', () => {
  typeAndLeave();
  expect(read()).toEqual(draft);
  expect(read('profile')).toBeNull();
  expect({ ...localStorage }).toEqual({ kargo_web: '{"token":"token-of-Ada"}' });
  expect(sessionStorage).toHaveLength(0);
});

test('a form that was sent leaves no draft', () => {
  typeAndLeave();
  keepDraft(ada.id, 'payout', null);
  expect(read()).toBeNull();
  expect(jest.getTimerCount()).toBe(0);
});

test.each<SessionEnd>(['expired', 'profile-load-failed'])(
  'a session that has ended (%s) leaves the draft for the driver who signs in again',
  (reason) => {
    const leave = holdDraft('payout');
    keepDraft(ada.id, 'payout', draft);
    endSession(reason);
    leave();
    startSession({ token: 'next', loginUser: { name: ada.name } });
    updateSession({ loginUser: ada });
    forgetDraftsOfOthers();
    expect(read()).toEqual(draft);
  },
);

test.each<SessionEnd>(['logged-out', 'ended-in-other-tab'])(
  'a driver who logs out (%s) leaves no draft, although the form disappears later',
  (reason) => {
    const leave = holdDraft('payout');
    keepDraft(ada.id, 'payout', draft);
    endSession(reason);
    keepDraft(ada.id, 'payout', draft);
    leave();
    signIn(ada);
    expect(read()).toBeNull();
  },
);

test.each([
  ['another driver', ben],
  ['a driver without an id', unknown],
])('%s finds no draft, and it is gone for the first driver too', (_who, next) => {
  typeAndLeave();
  endSession('expired');
  signIn(next);
  forgetDraftsOfOthers();
  expect(readDraft(next.id, 'payout')).toBeNull();
  endSession('expired');
  signIn(ada);
  expect(read()).toBeNull();
});

test('an open form keeps nothing for another driver, or for one without an id', () => {
  signIn(ben);
  keepDraft(ada.id, 'payout', draft);
  expect(read()).toBeNull();
  expect(readDraft(ben.id, 'payout')).toBeNull();
  signIn(unknown);
  keepDraft(undefined, 'payout', draft);
  expect(readDraft(undefined, 'payout')).toBeNull();
});

test("a driver who types does not get another driver's draft of the other form", () => {
  typeAndLeave();
  signIn(ben);
  keepDraft(ben.id, 'profile', draft);
  expect(readDraft(ben.id, 'payout')).toBeNull();
});

test('a draft ends half an hour after its form has gone, and not before', () => {
  const leave = holdDraft('payout');
  keepDraft(ada.id, 'payout', draft);
  jest.advanceTimersByTime(90 * minutes);
  leave();
  jest.advanceTimersByTime(30 * minutes - 1);
  expect(read()).toEqual(draft);
  jest.advanceTimersByTime(1);
  expect(read()).toBeNull();
});

test('a form that appears again in time keeps its draft', () => {
  typeAndLeave();
  jest.advanceTimersByTime(29 * minutes);
  const leave = holdDraft('payout');
  jest.advanceTimersByTime(90 * minutes);
  expect(read()).toEqual(draft);
  leave();
  expect(jest.getTimerCount()).toBe(1);
});

test('a draft ends in a computer that sleeps, where no timer runs', () => {
  typeAndLeave();
  jest.setSystemTime(Date.now() + 30 * minutes);
  expect(read()).toBeNull();
});

test('a forgotten draft does not end a later one', () => {
  typeAndLeave();
  endSession('logged-out');
  jest.advanceTimersByTime(20 * minutes);
  signIn(ada);
  typeAndLeave();
  jest.advanceTimersByTime(20 * minutes);
  expect(read()).toEqual(draft);
});

test('a form without changes leaves no timer', () => {
  holdDraft('payout')();
  expect(jest.getTimerCount()).toBe(0);
});
