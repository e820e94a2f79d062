import { paths } from '@kargo/shared-types/page/paths';
import { findBrowser, launchOptions } from '@kargo/smoke-test/browser/find-browser';
import { chromium } from '@playwright/test';
import { freePort } from 'local-services/free-port';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export async function audit(siteUrl: string, times: number): Promise<Audit[]> {
  const port = await freePort();
  const { args = [], ...options } = launchOptions(await findBrowser());
  const browser = await chromium.launch({
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  const audits: Audit[] = [];
  for (const path of [paths.home(), paths.about()]) {
    console.log(`Lighthouse on ${path}`);
    const runs = [];
    for (let run = 0; run < times; run += 1) runs.push(await runOnce(siteUrl + path, port));
    audits.push(summary(path, runs));
  }
  await browser.close();
  return audits;
}

type Report = Awaited<ReturnType<typeof runOnce>>;

async function runOnce(url: string, port: number) {
  // It takes seconds to load, and --help does not need it.
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
  });
  const problem = result?.lhr.runtimeError?.message;
  if (!result || problem) throw new Error(`Lighthouse says nothing of ${url}: ${problem}`);
  return result.lhr;
}

export type Audit = ReturnType<typeof summary>;

/** Medians of Lighthouse for phones: scores up to 100 by category. */
function summary(path: string, reports: readonly Report[]) {
  const medianOf = (read: (report: Report) => number | null | undefined) =>
    median(reports.map((report) => read(report) ?? 0));
  return {
    path,
    scores: categories.map((name) =>
      Math.round(100 * medianOf((it) => it.categories[name]?.score)),
    ),
  };
}

/** The middle of an odd number of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
