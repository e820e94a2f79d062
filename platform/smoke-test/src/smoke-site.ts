import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ReleaseCandidates } from '@kargo/shared-types/releases/release';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { launchBrowser } from './browser/find-browser.ts';
import { peopleOf } from './people.ts';
import { planVisits } from './plan-visits.ts';
import { readReleases, readScreens } from './screens.ts';
import type { Site } from './tab.ts';
import { visitAll } from './visit-all.ts';
import { Visitor } from './visitor.ts';

// `pnpm smoke --site <url>` visits the screens of a running site as a visitor does. It presses nothing and sends
// nothing but reading requests. It exits with 1 when something is wrong.

const address = readAddress();
if (!address) {
  console.error('Usage: pnpm smoke --site <url>');
  process.exit(1);
}
try {
  const site = await liveSite(address.origin);
  await using browser = await launchBrowser(address.hostname);
  const visits = planVisits(site.screens, peopleOf([]).slice(0, 1), { isFull: false });
  const evidence = await mkdtemp(join(tmpdir(), 'kargo-smoke-'));
  const { problems, warnings, summary } = await visitAll(
    new Visitor(browser, site),
    visits,
    evidence,
  );
  for (const warning of warnings) console.log(`Warning: ${warning}`);
  for (const problem of problems) console.error(problem);
  console.log(`${address.origin}: ${summary}, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} catch (error) {
  console.error(`${address.origin} cannot be visited: ${(error as Error).message}`);
  process.exitCode = 1;
}

function readAddress(): URL | null {
  try {
    const { values } = parseArgs({ options: { site: { type: 'string' } } });
    return URL.parse(values.site ?? '');
  } catch {
    return null;
  }
}

/** Reads which releases a site serves. */
async function liveSite(url: string): Promise<Site> {
  const fetchText = async (path: string) => {
    const response = await fetch(url + path);
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    return response.text();
  };
  const [, shell] = /\/releases\/shell\/([^/"]+)\//.exec(await fetchText('/')) ?? [];
  if (!shell) throw new Error('its page names no shell');
  const map: ReleaseCandidates = JSON.parse(await fetchText(releaseMapPath));
  const versions = Object.entries(map).map(([app, list]) => [app, list?.[0]?.version ?? '']);
  const files = { read: async (path: string) => Buffer.from(await fetchText(`/releases/${path}`)) };
  const releases = await readReleases(files, { ...Object.fromEntries(versions), shell });
  return { url, releases, screens: await readScreens(files, releases), isLive: true };
}
