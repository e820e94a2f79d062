import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '@kargo/commands/settings';
import { findBrowser, launchOptions } from '@kargo/smoke-test/browser/find-browser';
import { chromium } from '@playwright/test';
import { drivers } from 'e2e/support/drivers';
import { startSiteUnderTest } from '../../checks/site-under-test.ts';
import { audit } from './lighthouse.ts';
import { loadPage, type PageName, pages } from './load-page.ts';
import { type Results, report } from './report.ts';

/**
 * `pnpm bench` measures the site that `pnpm start` shows, and fails when a target is missed. With `--quick` it visits
 * every page once.
 */
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { quick: flag, help: flag } });
if (values.help) {
  console.log('Usage: pnpm bench [--quick]');
  process.exit();
}
const { rounds, audits } = values.quick ? { rounds: 1, audits: 1 } : { rounds: 7, audits: 5 };

const resultsFile = join(root, 'test-results/bench.json');
console.log('Building and starting the site');
const site = await startSiteUnderTest();
const isGood = report(await measure());
console.log(`All figures are in ${resultsFile}`);
await site.stop({ keepData: false });
process.exit(isGood ? 0 : 1);

async function measure(): Promise<Results> {
  const { SITE_URL: origin = '' } = process.env;
  const lighthouse = await audit(origin, audits);
  // It reads the site's address from the environment when it is loaded.
  const { ApiSession } = await import('e2e/support/api-session');
  const { token } = await ApiSession.open(drivers.form);
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const loads: number[] = [];
  const results: Results = {
    about: {
      date: new Date().toISOString().slice(0, 10),
      commit: `${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root })}`.trim(),
      machine: `${os.cpus().length} × ${os.cpus()[0]?.model}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()}`,
      browser: `Chromium ${browser.version()}`,
      rounds,
      loads,
    },
    visits: [],
    lighthouse,
  };
  // The first round is not counted: the gateway compresses a page best once it has been requested before.
  for (let round = 0; round <= rounds; round += 1) {
    console.log(`Round ${round} of ${rounds}`);
    for (const page of Object.keys(pages) as PageName[]) {
      const load = await loadPage(browser, origin, page, token);
      if (round > 0) results.visits.push({ page, load });
    }
    if (round > 0) loads.push(os.loadavg()[0] ?? 0);
  }
  await browser.close();
  await mkdir(join(root, 'test-results'), { recursive: true });
  await writeFile(resultsFile, JSON.stringify(results, null, 1));
  return results;
}
