import { inspect } from 'node:util';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { step } from '@kargo/commands/progress';
import { root } from '@kargo/commands/settings';
import { checks, runScripts } from './run-scripts.ts';
import { type Choice, readChoice } from './runners.ts';
import { buildSiteUnderTest, type SiteUnderTest, startSiteUnderTest } from './site-under-test.ts';
import { endWith, oneItem, sum, type Total } from './total.ts';

const withoutSite = ['test:services', ...checks];
const browserTests = ['test:browser', 'test:engines'];
const stages = [...withoutSite, ...browserTests, 'restarts'];

/** `pnpm test [stage or test file]… [-t 'part of a title']` */
const isWhole = process.argv.length === 2;
let choice: Choice = {};
await runCommand(
  async () => {
    choice = readChoice(process.argv.slice(2), stages);
  },
  `Usage: pnpm test [<stage or test file>…] [-t '<part of a title>']\nThe stages are ${stages.join(', ')}.`,
);
const isChosen = (name: string) => name in choice;

if (isWhole)
  console.log(`1. the checks, and the tests that need no site: ${withoutSite.join(', ')}; the site is built at the same time
2. the site is started; the end-to-end tests in Chromium (test:browser)
3. the core journeys in Firefox and WebKit (test:engines)
4. the site is killed, started again and stopped (restarts)
The last line adds everything up. A failure does not stop the steps after it. It takes 8 minutes on two cores, and
30 on slow ones.
`);

const totals: Total[] = [];
const needsSite = [...browserTests, 'restarts'].some(isChosen);
// Alongside the tests that need no site, the last of which leave a processor idle.
const building = needsSite ? attempt('The site is built', buildSiteUnderTest) : undefined;
const first = withoutSite.filter(isChosen);
if (first.length > 0) totals.push(await runScripts(first, root, choice));
const dataFolder = await building;
const site = dataFolder && (await attempt('It starts', () => startSiteUnderTest(dataFolder)));
if (site) await testSite(site);
endWith(sum(totals));
process.exit();

async function testSite({ crash, restart, stop, dataFolder }: SiteUnderTest): Promise<void> {
  const stages: Total[] = [];
  for (const name of browserTests.filter(isChosen))
    stages.push(await runScripts([name], root, choice));
  totals.push(...stages);
  const keepData = sum(stages).failed.length > 0;
  if (isChosen('restarts')) {
    await attempt('Killed, the site leaves nothing running', crash);
    await attempt('It starts after that', restart);
  }
  await attempt('It stops in order', () => stop({ keepData }));
  if (keepData) console.log(`The site's logs are in ${dataFolder}/logs.`);
}

/** Runs a step that counts as one item. Returns its outcome, or undefined if it fails. */
async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  let isGood = false;
  try {
    const outcome = await step(name, work);
    isGood = true;
    return outcome;
  } catch (error) {
    console.log(error instanceof CliError ? error.message : inspect(error));
    return undefined;
  } finally {
    console.log(`${isGood ? '✓' : '✗'} ${name}`);
    totals.push(oneItem(name, isGood));
  }
}
