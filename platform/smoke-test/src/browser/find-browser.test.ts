import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser, NoBrowserError } from './find-browser.ts';

test('A failing source does not keep the others from being tried, and is reported', async (t) => {
  const { BROWSER_PATH } = process.env;
  delete process.env.BROWSER_PATH;
  t.after(() => BROWSER_PATH && Object.assign(process.env, { BROWSER_PATH }));
  const failing = async () => Promise.reject(new Error('no space left\nat …'));
  const empty = t.mock.fn(async () => []);
  await assert.rejects(findBrowser([failing, empty]), (error) => {
    assert.ok(error instanceof NoBrowserError);
    assert.match(error.message, /^No browser starts: .*\nError: no space left$/);
    return true;
  });
  assert.equal(empty.mock.callCount(), 1);
});
