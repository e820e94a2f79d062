import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '@kargo/release-log/testing/memory-store';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { type Person, peopleOf, responsesFor } from './people.ts';
import { planSmokeTest, planVisits, type Visit, ways, widths } from './plan-visits.ts';
import type { Screen } from './screens.ts';

const screen = (id: string, access: Screen['access']): Screen => {
  const [app = ''] = id.split('/');
  return { id, app, access, path: `/${id}`, title: id, limit: undefined };
};
const home = screen('marketing/Home', 'public');
const about = screen('marketing/About', 'public');
const login = screen('auth/Login', 'signed-out');
const profile = screen('profile/Profile', 'signed-in');

const person = (name: string, isAdmitted = true): Person => ({ name, token: name, isAdmitted });
const visitor = { name: 'visitor', token: null, isAdmitted: false };
const refused = person('refused', false);
const people = [visitor, person('new'), person('paused'), person('ready'), refused];

const seen = (visits: Visit[], describe: (visit: Visit) => string) => new Set(visits.map(describe));

test('each screen is seen at each width in each way, and by each person', () => {
  const visits = planVisits([home, about], people);
  const places = seen(visits, ({ screen, width, way }) => `${screen.id} ${width} ${way}`);
  assert.equal(places.size, 2 * widths.length * ways.length);
  assert.equal(seen(visits, (it) => `${it.screen.id} ${it.person.name}`).size, 2 * people.length);
  assert.equal(seen(visits, (it) => `${it.person.name} ${it.width}`).size, people.length * 2);
  assert.equal(seen(visits, (it) => `${it.person.name} ${it.way}`).size, people.length * 2);
  assert.ok(visits.length <= 12, `${visits.length} visits`);
});

test('each screen is reached by a link by a driver whose profile is there', () => {
  const drivers = [person('mailed'), ...people];
  const visits = planVisits([profile, home, about], drivers);
  const loaded = visits.filter(({ way, person }) => way === 'link' && person.isAdmitted);
  assert.equal(seen(loaded, ({ screen }) => screen.id).size, 3);
});

test('one visit of each screen and width is thorough, never that of a refused driver', () => {
  const visits = planVisits([home, login, profile], people);
  const thorough = visits.filter(({ isThorough }) => isThorough);
  assert.equal(thorough.length, 3 * widths.length);
  assert.equal(
    seen(thorough, ({ screen, width }) => `${screen.id} ${width}`).size,
    thorough.length,
  );
  assert.ok(thorough.every(({ person }) => person !== refused));
});

test('a visitor sees no screen for drivers; at the login are visitors and drivers who are refused', () => {
  const who = (chosen: Screen) => seen(planVisits([chosen], people), (it) => it.person.name);
  assert.deepEqual(who(profile), new Set(['new', 'paused', 'ready']));
  assert.deepEqual(who(login), new Set(['visitor', 'refused']));
});

test('Each kind of driver has a token of its own that headers can hold', () => {
  const drivers = { 'not set up': {}, 'not-set-up': {}, Zoë: {}, 'a\nb': {} };
  const tokens = peopleOf([testRelease({ drivers })]).flatMap(({ token }) => token ?? []);
  assert.equal(new Set(tokens).size, 4);
  for (const token of tokens) assert.match(token, /^session-of-[\w-]+$/);
});

test("An app's screens get its own samples, whatever other apps name", async () => {
  const store = new MemoryStore();
  const verify = 'GET /verify';
  const samplesOf = (it: string) => ({ samples: { [verify]: it }, drivers: { ada: { '*': it } } });
  for (const app of ['auth', 'marketing', 'profile'])
    await store.write(
      `${app}/1.0.0/release.json`,
      Buffer.from(JSON.stringify(testRelease({ app, ...samplesOf(app) }))),
    );
  const site = { profile: '1.0.0', marketing: '1.0.0', auth: '1.0.0' };
  for (const app of Object.keys(site)) {
    const { releases } = await planSmokeTest(store, site, [app]);
    const responses = responsesFor('ada', [...releases.values()]);
    assert.deepEqual(responses, { [verify]: app, '*': app });
  }
});
