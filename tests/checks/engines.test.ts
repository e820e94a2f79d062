import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { whyMissing } from 'e2e/engines/programs';
import { runScripts } from './run-scripts.ts';

/** Sets environment variables until the test ends. */
function setVariables(context: { after(fn: () => void): void }, set: Record<string, string>): void {
  const before = { ...process.env };
  Object.assign(process.env, set);
  context.after(() => {
    for (const name of Object.keys(set)) delete process.env[name];
    Object.assign(process.env, before);
  });
}

test('Without any other engine installed, its journeys are skipped and nothing fails', async (context) => {
  setVariables(context, { FIREFOX_PATH: '/nowhere/firefox', XVFB_PATH: '/nowhere/Xvfb' });
  const folder = mkdtempSync(join(tmpdir(), 'kargo-engines-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const command = `cd "${root}" && ${scripts['test:engines']} --output="${folder}/output"`;
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { 'test:engines': command } }),
  );

  const one = { 'test:engines': 'tests/e2e/src/engines/film.spec.ts' };
  const { passed, failed, skipped } = await runScripts(['test:engines'], folder, one);
  assert.deepEqual({ passed, failed }, { passed: 0, failed: [] });
  const reasons = [...new Set(skipped)].sort();
  assert.equal(reasons.length, 2);
  assert.match(reasons[0] ?? '', /^not installed: firefox: no \/nowhere\/firefox,/);
  assert.match(reasons[1] ?? '', /^not installed: webkit: no .*(Xvfb|WebKitWebDriver|MiniBrowser)/);
});

test('An installed engine runs even if another one is missing', (context) => {
  setVariables(context, { FIREFOX_PATH: process.execPath, WEBKIT_DRIVER_PATH: '/nowhere/driver' });
  assert.equal(whyMissing('firefox'), null);
  assert.match(String(whyMissing('webkit')), /webkit: no \/nowhere\/driver/);
  setVariables(context, { FIREFOX_PATH: '/nowhere/firefox' });
  for (const name of ['WEBKIT_DRIVER_PATH', 'WEBKIT_PATH', 'XVFB_PATH']) {
    setVariables(context, { [name]: process.execPath });
  }
  assert.match(String(whyMissing('firefox')), /firefox: no \/nowhere\/firefox/);
  assert.equal(whyMissing('webkit'), null);
});

test('The message about a missing engine names what was searched for and how to install it', (context) => {
  setVariables(context, { PATH: '/nowhere', FIREFOX_PATH: '', WEBKIT_DRIVER_PATH: '' });
  assert.equal(
    whyMissing('firefox'),
    'firefox: no firefox-esr or firefox or /Applications/Firefox.app/Contents/MacOS/firefox or C:/Program Files/Mozilla Firefox/firefox.exe, as FIREFOX_PATH may name; on Debian: sudo apt-get install firefox-esr',
  );
  assert.match(
    String(whyMissing('webkit')),
    /WebKitWebDriver.*apt-get install webkit2gtk-driver xvfb/,
  );
});
