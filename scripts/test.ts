import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { CliError } from '@kargo/commands/cli-error';
import { root } from '@kargo/commands/settings';
import { checks, runScripts } from './checks/run-scripts.ts';
import { type SiteUnderTest, startSiteUnderTest } from './checks/site-under-test.ts';
import { endWith, oneItem, sum } from './checks/total.ts';

/** Holds the duration of the last full run on this machine, in seconds. */
const durationFile = join(root, 'test-results/seconds');

const began = performance.now();
console.log(`1. the checks, and the tests that need no site: ${['test:services', ...checks].join(', ')}
2. the site is built and started; the end-to-end tests in Chromium (test:browser)
3. the core journeys in Firefox and WebKit (test:engines)
4. the site is killed, started again and stopped
The last line adds everything up; a failure hides nothing that follows. ${howLong()}
`);

const totals = [await runScripts(['test:services', ...checks])];
let site: SiteUnderTest | undefined;
await attempt('The site is built and starts', async () => {
  site = await startSiteUnderTest();
});
if (site) await testSite(site);
mkdirSync(join(root, 'test-results'), { recursive: true });
writeFileSync(durationFile, `${Math.round((performance.now() - began) / 1000)}`);
endWith(sum(totals));
process.exit();

/** A sentence with the duration of the last run here, or an estimate. */
function howLong(): string {
  try {
    const seconds = Number(readFileSync(durationFile, 'utf8'));
    return `The last run here took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`;
  } catch {
    return 'It takes about 13 minutes on two cores, and 30 on slow ones.';
  }
}

async function testSite({ crash, restart, stop, dataFolder }: SiteUnderTest): Promise<void> {
  const stages = [await runScripts(['test:browser']), await runScripts(['test:engines'])];
  totals.push(...stages);
  const keepData = sum(stages).failed.length > 0;
  await attempt('Killed, the site leaves nothing running', crash);
  await attempt('It starts after that', restart);
  await attempt('It stops in order', () => stop({ keepData }));
  if (keepData) console.log(`The site's logs are in ${dataFolder}/logs.`);
}

/** Runs a step that counts as one item. */
async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  let passed = true;
  await work().catch((error) => {
    passed = false;
    console.log(error instanceof CliError ? error.message : inspect(error));
  });
  console.log(`${passed ? '✓' : '✗'} ${what}`);
  totals.push(oneItem(what, passed));
}
