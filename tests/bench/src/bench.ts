import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, launchOptions } from '@kargo/smoke-test/browser/find-browser';
import { chromium } from '@playwright/test';
import { freePort } from 'local-services/free-port';
import { buildAll } from './builds/build-all.ts';
import { root } from './builds/root.ts';
import { type Audit, audit } from './lighthouse.ts';
import { loadPage, type PageName, pages } from './load-page.ts';
import { measureRequests } from './requests/measure-requests.ts';
import type { Results } from './results.ts';
import { serve } from './serve.ts';
import { startProgram } from './start-program.ts';
import { variantNames, variants } from './variants.ts';
import { writeReport } from './write-report.ts';

/**
 * `pnpm bench` builds the same sources in several ways and measures these variants in turn. The report is written
 * to docs/performance.md; with `--quick`, every page is visited once and the report is only printed. Fails when a
 * target is missed.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { rounds, audits, amount } = values.quick
  ? { rounds: 1, audits: 1, amount: 2000 }
  : { rounds: 7, audits: 5, amount: 20_000 };

const resultsFile = join(root, 'test-results/bench.json');
const work = await mkdtemp(join(os.tmpdir(), 'kargo-bench-'));
try {
  const missed = await writeReport(await measure(), { isKept: !values.quick });
  console.log(`All figures are in ${resultsFile}`);
  for (const { title, limit, measured } of missed) {
    console.error(`Missed: ${title} is ${measured}, target ${limit}`);
    process.exitCode = 1;
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
process.exit();

async function measure(): Promise<Results> {
  const data = await buildAll(work);
  const lighthouse = await auditSite(data);
  const requests = await measureRequests(work, join(data, 'releases'), amount);
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const results: Results = {
    about: {
      date: new Date().toISOString().slice(0, 10),
      commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root })
        .toString()
        .trim(),
      machine: `${os.cpus().length} × ${os.cpus()[0]?.model}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()}`,
      browser: `Chromium ${browser.version()}`,
      rounds,
      loads: [],
    },
    visits: [],
    lighthouse,
    requests,
  };
  const sites = await Promise.all(
    variantNames.map(async (variant) => ({ variant, origin: await serve(join(work, variant)) })),
  );
  // In the first round nothing is kept: every file is compressed when it is asked for.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { variant, origin } of sites) {
      console.log(`Round ${round} of ${rounds}: ${variants[variant]}`);
      for (const page of Object.keys(pages) as PageName[]) {
        const load = await loadPage(browser, origin, page);
        if (round > 0) results.visits.push({ variant, page, load });
      }
    }
    if (round > 0) results.about.loads.push(os.loadavg()[0] ?? 0);
  }
  await browser.close();
  await mkdir(join(root, 'test-results'), { recursive: true });
  await writeFile(resultsFile, JSON.stringify(results, null, 1));
  return results;
}

/** Lighthouse visits what `pnpm start` shows, with the real gateway and its policy. */
async function auditSite(data: string): Promise<Audit[]> {
  const firstPort = await freePort(8);
  const names = ['', 'API_', 'MAIL_', 'SMTP_', 'AUTH_', 'DATABASE_', 'STRIPE_', 'DEV_'];
  const ports = names.map((name, index) => [`KARGO_${name}PORT`, `${firstPort + index}`]);
  const { PUBLISHERS, PUBLISHER_KEY } = process.env;
  await using _site = await startProgram('local/start/start.ts', {
    ...{ PUBLISHERS, PUBLISHER_KEY, KARGO_DATA_DIR: data },
    ...Object.fromEntries(ports),
  });
  return await audit(`http://localhost:${firstPort}`, audits);
}
