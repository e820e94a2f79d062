import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { Browser } from '@playwright/test';
import type { Visit } from './plan-visits.ts';
import { Tab } from './tab.ts';
import { visitScreen } from './visit-screen.ts';

test('A tab counts the console messages of each of its visits alone', async () => {
  const url = 'http://localhost:12345';
  const screen = { id: 'a/Page', app: 'a', path: '/', title: '', access: 'public' } as const;
  const visit: Visit = {
    screen: { ...screen, limit: undefined },
    person: { name: 'visitor', token: null, isAdmitted: false },
    width: 390,
    way: 'address',
    isThorough: false,
  };
  const message = { args: () => [], location: () => ({ url, lineNumber: 1 }), type: () => 'log' };
  let messages = 30;
  const page = Object.assign(new EventEmitter(), {
    url: () => url,
    evaluate: async () => true,
    async goto() {
      for (let count = 0; count < messages; count += 1) page.emit('console', message);
      throw new Error('that is all');
    },
  });
  const context = Object.assign(new EventEmitter(), {
    addInitScript: async () => {},
    newPage: async () => page,
  });
  const browser = { newContext: async () => context } as unknown as Browser;
  const site = { url, releases: new Map(), screens: [] };
  const tab = await Tab.open(browser, site, visit);
  for (const _ of [1, 2]) {
    const { problems } = await visitScreen(tab, visit);
    assert.deepEqual([...new Set(problems)], ['that is all']);
  }
  messages = 51;
  const { problems } = await visitScreen(tab, visit);
  assert.match(`${problems}`, /wrote more than 50 messages/);
});
