import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSite } from '@kargo/delivery/testing/test-site';
import { goBack } from './go-back.ts';
import { printStatuses } from './open-release-store.ts';

test('Going back reads nothing of other apps but release.json and its signature', async (context) => {
  const print = context.mock.method(console, 'log', () => {});
  const site = newSite();
  for (const app of ['auth', 'marketing'])
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await site.publish({ app, version });
  await site.add({ app: 'auth', version: '2.0.0' });
  await site.makeCurrent({ auth: '2.0.0' }, { percent: 5 });
  site.store.asked.length = 0;

  await goBack('marketing', { ...site.on, state: await site.state() });
  await printStatuses(site.on, ['marketing']);
  assert.match(
    String(print.mock.calls.at(-1)?.arguments[0]),
    /^marketing 1\.1\.0 is current; fallbacks: 1\.0\.0/,
  );
  const read = (app: string) => site.store.asked.filter((path) => path.startsWith(`${app}/`));
  assert.deepEqual(
    read('auth').filter((path) => !/\/release\.(json|jws)$/.test(path)),
    [],
  );
  assert.ok(read('marketing').includes('marketing/1.1.0/remoteEntry.js'));
});

test('A release from which there is no way back says why, and so does going back', async (context) => {
  const print = context.mock.method(console, 'log', () => {});
  const site = newSite();
  const releaseShell = (version: string, routes: string[]) =>
    site.publish({ app: 'shell', version, routes });
  const printed = async (apps: string[]) => {
    print.mock.resetCalls();
    await printStatuses(site.on, apps);
    return print.mock.calls.map(({ arguments: [line] }) => line);
  };
  const back = async (app: string) => goBack(app, { ...site.on, state: await site.state() });

  await site.publish({ version: '1.0.0', screens: { Home: [] } });
  await releaseShell('1.0.0', ['marketing/Home']);
  assert.equal((await printed(['marketing'])).length, 1, 'the first release does not mention it');
  await assert.rejects(back('marketing'), {
    message: 'marketing 1.0.0 has nothing to go back to: no other release was current before.',
  });
  await site.publish({ version: '2.0.0', screens: { Home: [], New: [] } });
  assert.equal((await printed(['marketing'])).length, 1);
  await releaseShell('2.0.0', ['marketing/Home', 'marketing/New']);
  const why =
    'shell 2.0.0 routes to marketing/New, which marketing 1.0.0 lacks: add the screen, or take the route out.';
  const sentence = `There is no way back from marketing 2.0.0: ${why}`;
  assert.ok((await printed(['shell'])).includes(sentence));
  assert.equal((await printed(['marketing'])).at(-1), sentence);
  await assert.rejects(back('marketing'), {
    message: `marketing 2.0.0 has nothing to go back to: ${why}`,
  });
  await back('shell');
  await assert.rejects(back('shell'), {
    message: 'shell 1.0.0 has nothing to go back to: shell 2.0.0 was withdrawn (left for 1.0.0).',
  });
  await site.store.remove('marketing/1.0.0/remoteEntry.js');
  await assert.rejects(back('marketing'), {
    message: /^marketing 2\.0\.0 has nothing to go back to: .*remoteEntry\.js is missing\.$/,
  });
});

test('A release that somebody else has just made current is not withdrawn', async () => {
  const site = newSite();
  await site.publishVersions('1.0.0', '1.1.0');
  const state = await site.state();
  await site.publishVersions('1.2.0');
  for (const version of [undefined, '1.0.0'])
    await assert.rejects(
      goBack('marketing', { ...site.on, state }, version),
      /^Error: owner made marketing 1\.2\.0 current at .* look at it, then repeat the command /,
    );
  assert.equal(await site.history(), '1.2.0 1.1.0 1.0.0');
});

test('Without a version, it goes to the release that was current before, and names those it skips', async (context) => {
  const print = context.mock.method(console, 'log', () => {});
  const site = newSite();
  await site.publishVersions('1.0.0', '1.1.0', '1.2.0', '1.3.0');
  const back = async () => {
    await goBack('marketing', { ...site.on, state: await site.state() });
    return site.history();
  };
  const opened = { opened: ['marketing/Home'], problems: [], warnings: [] };
  await site.makeCurrent('1.0.0', { smokeTest: async () => opened });
  await site.makeCurrent('1.3.0');
  // Not to the one tested in a browser, but to the one before.
  await site.store.remove('marketing/1.0.0/release.json');
  assert.equal(await back(), '1.2.0 (1.3.0) 1.0.0 1.1.0');
  const lines = print.mock.calls.map(({ arguments: [line] }) => String(line));
  assert.match(`${lines[0]}`, /^Skipped: .*marketing\/1\.0\.0\/release\.json does not exist/);
  assert.equal(await back(), '1.1.0 (1.2.0) (1.3.0) 1.0.0');
  const skipped = print.mock.calls.map(({ arguments: [line] }) => String(line)).join('\n');
  assert.match(skipped, /Skipped: marketing 1\.3\.0 was withdrawn \(left for 1\.2\.0\)/);
  await assert.rejects(back(), /Error: marketing 1\.1\.0 has nothing to go back to: .*1\.2\.0/);
});
