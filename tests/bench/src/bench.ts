import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Child } from '@kargo/commands/child';
import { runCommand } from '@kargo/commands/cli-error';
import { defaults, root } from '@kargo/commands/settings';
import { newPublisherKey, publisherVariables } from '@kargo/release-log/rules/release-signature';
import { findBrowser, launchOptions } from '@kargo/smoke-test/browser/find-browser';
import { chromium } from '@playwright/test';
import { freePorts } from 'local-services/free-port';
import { oneBundle } from './builds/one-bundle.ts';
import { writeStaticSite } from './builds/static-site.ts';
import { audit } from './lighthouse.ts';
import { loadPage, type PageName, pages } from './load-page.ts';
import { type Results, report, variantNames, variants } from './report.ts';
import { serve } from './serve.ts';

/**
 * `pnpm bench` builds the same sources in several ways, measures these variants in turn, and fails
 * if it misses a target. With `--quick`, it measures every page once.
 */
let isQuick = false;
await runCommand(async () => {
  isQuick = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values.quick;
}, 'Usage: pnpm bench [--quick]');
const { rounds, audits } = isQuick ? { rounds: 1, audits: 1 } : { rounds: 7, audits: 5 };

const resultsFile = join(root, 'test-results/bench.json');
const work = await mkdtemp(join(os.tmpdir(), 'kargo-bench-'));
try {
  process.exitCode = report(await measure()) ? 0 : 1;
  console.log(`All figures are in ${resultsFile}`);
} finally {
  await rm(work, { recursive: true, force: true });
}
process.exit();

async function measure(): Promise<Results> {
  const data = await buildAll(work);
  const lighthouse = await auditSite(data);
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
  const sites = await Promise.all(
    variantNames.map(async (variant) => ({ variant, origin: await serve(join(work, variant)) })),
  );
  // The first round is not kept: servers compress each file when it is first requested.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { variant, origin } of sites) {
      console.log(`Round ${round} of ${rounds}: ${variants[variant]}`);
      for (const page of Object.keys(pages) as PageName[]) {
        if (variant !== 'site' && !pages[page].isCompared) continue;
        const load = await loadPage(browser, origin, page);
        if (round > 0) results.visits.push({ variant, page, load });
      }
    }
    if (round > 0) loads.push(os.loadavg()[0] ?? 0);
  }
  await browser.close();
  await mkdir(join(root, 'test-results'), { recursive: true });
  await writeFile(resultsFile, JSON.stringify(results, null, 1));
  return results;
}

/** Lighthouse visits what `pnpm start` serves, with the real gateway and its policy. */
async function auditSite(data: string) {
  const names = Object.keys(defaults).filter((name) => name.endsWith('PORT'));
  const ports = await freePorts(names);
  const siteUrl = `http://localhost:${ports.KARGO_PORT}`;
  Object.assign(process.env, { KARGO_DATA_DIR: data, SITE_URL: siteUrl, ...ports });
  const site = new Child({ name: 'site', script: join(root, 'local/start/start.ts') }, work);
  await site.says('ready');
  const audited = await audit(siteUrl, audits);
  await site.stop(60_000);
  return audited;
}

/**
 * Builds each variant into its own folder, with a new key for this process and its children.
 *
 * @returns the data folder of `pnpm start` with this site's releases
 */
async function buildAll(folder: string): Promise<string> {
  Object.assign(process.env, publisherVariables(await newPublisherKey('bench', ['*'])));
  const data = join(folder, 'site-data');
  console.log('Building this site');
  const program = {
    name: 'build',
    script: join(root, 'local/start/build.ts'),
    environment: { KARGO_DATA_DIR: data },
  };
  const build = new Child(program, folder);
  if ((await build.ended) !== 0) throw new Error(build.logTail());
  await writeStaticSite(join(data, 'releases'), join(folder, 'site'));
  console.log('Building one bundle');
  await oneBundle(folder);
  return data;
}
