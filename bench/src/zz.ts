import { chromium } from '@playwright/test';
import { findBrowser, launchOptions } from 'smoke-test/browser/find-browser';
import { ApiSession } from 'e2e/support/api-session';
import { addDriver } from 'e2e/support/add-driver';
import { loadPage } from './load-page.ts';
import { profiles } from './profiles.ts';
const phone = profiles[0];
const browser = await chromium.launch(launchOptions(await findBrowser()));
const session = await ApiSession.open(await addDriver());
for (const path of process.argv.slice(3)) {
  const all: Record<string, number[]> = {};
  for (let i = 0; i < Number(process.argv[2]); i++) {
    await using context = await browser.newContext(phone.device);
    if (path === '/profile') await context.addInitScript((token) => localStorage.setItem('kargo_web', JSON.stringify({ token })), session.token);
    const scripts: string[] = [];
    const { load, page } = await loadPage(context, process.env.SITE_URL + path, phone, { hasScripts: true });
    if (i === 0) { console.log(path, JSON.stringify(load.bytes), load.paths.filter((p) => /js$/.test(p)).length, 'scripts');
      console.log((await page.evaluate(() => performance.getEntriesByType('resource').filter((e) => /\.js$/.test(e.name)).map((e) => e.name.replace(/.*releases\//, '') + ' ' + (e as PerformanceResourceTiming).encodedBodySize + ' ' + Math.round(e.startTime)))).join('\n')); }
    for (const k of ['fcp','lcp','hydrated','tbt','longestTask','cls'] as const) (all[k] ??= []).push(Math.round(Number(load[k]) * (k==='cls'?1000:1)));
  }
  for (const [k, v] of Object.entries(all)) console.log('  ', k, v.sort((a, b) => a - b)[v.length >> 1], v.join(' '));
}
process.exit();
