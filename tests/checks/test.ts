import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { root } from '@kargo/commands/settings';
import { checks, runScripts } from './run-scripts.ts';
import { type Choice, readChoice } from './runners.ts';
import { type SiteUnderTest, startSiteUnderTest } from './site-under-test.ts';
import { endWith, oneItem, sum, type Total } from './total.ts';

const withoutSite = ['test:services', ...checks];
const browserTests = ['test:browser', 'test:engines'];

/** `pnpm test [stage or test file]… [-t 'part of a title']` */
const isWhole = process.argv.length === 2;
let choice: Choice = {};
await runCommand(async () => {
  choice = readChoice(process.argv.slice(2), [...withoutSite, ...browserTests, 'restarts']);
});
const isChosen = (name: string) => name in choice;

if (isWhole)
  console.log(`1. the checks, and the tests that need no site: ${withoutSite.join(', ')}
2. the site is built and started; the end-to-end tests in Chromium (test:browser)
3. the core journeys in Firefox and WebKit (test:engines)
4. the site is killed, started again and stopped (restarts)
The last line adds everything up; a failure hides nothing that follows. It takes about 10 minutes on two cores, and 30 on
slow ones.
`);

const totals: Total[] = [];
const first = withoutSite.filter(isChosen);
if (first.length > 0) totals.push(await runScripts(first, root, choice));
let site: SiteUnderTest | undefined;
if ([...browserTests, 'restarts'].some(isChosen))
  await attempt('The site is built and starts', async () => {
    site = await startSiteUnderTest();
  });
if (site) await testSite(site);
mkdirSync(join(root, 'test-results'), { recursive: true });
// `pnpm proof steady` reads it.
writeFileSync(join(root, 'test-results/total.json'), JSON.stringify(sum(totals)));
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

/** Runs a step that counts as one item. */
async function attempt(name: string, work: () => Promise<void>): Promise<void> {
  const saw = await work().then(
    () => undefined,
    (error) => (error instanceof CliError ? error.message : inspect(error)),
  );
  if (saw !== undefined) console.log(saw);
  console.log(`${saw === undefined ? '✓' : '✗'} ${name}`);
  totals.push(oneItem(saw === undefined ? undefined : { name, alone: 'pnpm test restarts', saw }));
}
