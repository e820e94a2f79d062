import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, launchOptions } from '@kargo/smoke-test/browser/find-browser';
import { chromium } from '@playwright/test';
import { Checkout } from 'e2e/development/checkout';
import { type Builds, buildAll } from './build-all.ts';
import { root } from './builds/root.ts';
import { editToScreen, startToReady } from './developer.ts';
import { audit } from './lighthouse.ts';
import { desktop, phone, profiles } from './profiles.ts';
import { progress } from './progress.ts';
import { measureRequests } from './requests/measure-requests.ts';
import type { Results } from './results.ts';
import { serve } from './serve.ts';
import { variants } from './variants.ts';
import { type Place, visit, visitForms } from './visits.ts';
import { writeReport } from './write-report.ts';

/**
 * `pnpm bench` builds the same sources in several ways and measures these variants in turn, which
 * takes half an hour. The report is written to docs/performance.md; with `--quick`, every variant is
 * visited once and the report is only printed.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const rounds = values.quick ? 1 : 7;

const resultsFile = join(root, 'test-results/bench.json');
const work = await mkdtemp(join(os.tmpdir(), 'kargo-bench-'));
try {
  const results = await measure();
  await writeReport(results, { isKept: !values.quick });
  progress(`All figures are in ${resultsFile}`);
} finally {
  await rm(work, { recursive: true, force: true });
}
process.exit();

async function measure(): Promise<Results> {
  await using checkout = await Checkout.copy();
  const { folders, times } = await buildAll(checkout, work);
  const data = join(folders.after, 'site-data');
  const { start, lighthouse } = await inRunningSite(checkout, data);
  const edit = await editToScreen(checkout, data, values.quick ? 1 : 5);
  const requests = await measureRequests(join(data, 'releases'), process.env.PUBLISHERS, {
    rounds,
    times: 2000,
  });
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const results: Results = {
    about: {
      date: new Date().toISOString().slice(0, 10),
      commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
        cwd: root,
        encoding: 'utf8',
      }).trim(),
      machine: `${os.cpus().length} × ${os.cpus()[0]?.model}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()}`,
      browser: `Chromium ${browser.version()}`,
      rounds,
      loads: [],
    },
    visits: [],
    lighthouse,
    requests,
    developer: { ...times, ...start, edit },
  };
  const places = await placesOf(folders);
  for (const place of places) {
    progress(`A first visit, so that everything is compressed: ${place.variant.title}`);
    await visit(browser, place, desktop);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const profile of profiles) {
      for (const place of places) {
        progress(`Round ${round} of ${rounds}: ${place.variant.title}, ${profile.name}`);
        const measured = await visit(browser, place, profile);
        const forms = profile === phone && (await visitForms(browser, place, phone));
        results.visits.push({
          ...measured,
          ...(forms && { forms }),
          variant: place.variant.name,
          profile: profile.name,
        });
      }
    }
    results.about.loads.push(os.loadavg()[0] ?? 0);
    await mkdir(join(root, 'test-results'), { recursive: true });
    await writeFile(resultsFile, JSON.stringify(results, null, 1));
  }
  await browser.close();
  for (const { site } of places) await site[Symbol.asyncDispose]();
  return results;
}

async function inRunningSite(checkout: Checkout, data: string) {
  await using site = await startToReady(checkout, data);
  return { start: { start: site.ms }, lighthouse: await audit(site.url, values.quick ? 1 : 5) };
}

function placesOf({ before, after }: Builds['folders']): Promise<Place[]> {
  return Promise.all(
    variants.map(async (variant) => {
      const folder = join(before, variant.name);
      const site = await serve(folder);
      return { variant, site, before: folder, after: join(after, variant.name) };
    }),
  );
}
