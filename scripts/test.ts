import { inspect } from 'node:util';
import { checks, runScripts } from './checks/run-scripts.ts';
import { type SiteUnderTest, startSiteUnderTest } from './checks/site-under-test.ts';
import { endWith, oneItem, sum } from './checks/total.ts';
import { CliError } from './site/cli-error.ts';

// `pnpm test`: all checks and the tests of services on a real Postgres, then the end-to-end tests
// against the built site and, beside them, what is shipped of it. The last line adds everything up;
// what fails hides nothing that follows.

const totals = [await runScripts(['test:services', ...checks])];
let site: SiteUnderTest | undefined;
await attempt('The site is built and starts', async () => {
  site = await startSiteUnderTest();
});
if (site) await testSite(site);
else totals.push(await runScripts(['test:shipping']));
endWith(sum(totals));
process.exit();

async function testSite({ crash, restart, stop, dataFolder }: SiteUnderTest): Promise<void> {
  const stages = [
    // Journeys wait a good part of their time.
    await runScripts(['test:browser', 'test:shipping']),
    await runScripts(['test:engines']),
  ];
  totals.push(...stages);
  const keepData = sum(stages).failed.length > 0;
  await attempt('Killed, the site leaves nothing running', crash);
  await attempt('It starts after that', restart);
  await attempt('It stops in order', () => stop({ keepData }));
  if (keepData) console.log(`The site's logs are in ${dataFolder}/logs.`);
}

/** Does something that counts as one item. */
async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  let passed = true;
  await work().catch((error) => {
    passed = false;
    console.log(error instanceof CliError ? error.message : inspect(error));
  });
  console.log(`${passed ? '✓' : '✗'} ${what}`);
  totals.push(oneItem(what, passed));
}
