import { join } from 'node:path';
import { checkSteps, deploymentStep, reportFolder } from './checks/check-steps.ts';
import { runSteps, showFailures, showProgress } from './checks/run-steps.ts';
import { type SiteUnderTest, startSiteUnderTest } from './checks/site-under-test.ts';
import { attempt, type Outcome, type Step } from './checks/step.ts';
import { inWords, readers, sum } from './checks/tally.ts';

// `pnpm test`: all checks, then the end-to-end tests against the built site, then what is shipped of
// it. The last line adds everything up; a check that fails hides no test.

const outcomes = await runSteps(checkSteps);
outcomes.push(...(await runEndToEnd()));
outcomes.push(...(await runSteps([deploymentStep])));
showFailures(outcomes);
const total = sum(outcomes.map(({ tally }) => tally));
console.log(`\n${inWords(total)}`);
process.exit(total.failed > 0 ? 1 : 0);

async function runEndToEnd(): Promise<Outcome[]> {
  let started: SiteUnderTest | undefined;
  const start = await attempt('build and start of the site', async () => {
    started = await startSiteUnderTest();
  });
  showProgress(start);
  const site = started;
  if (!site) return [start];
  // One after the other: the first of them measure times.
  const journeys = [
    ...(await runSteps([endToEndTests(site)])),
    ...(await runSteps([engineJourneys(site)])),
  ];
  const crash = await attempt('kill -9 leaves nothing running', site.crash);
  showProgress(crash);
  const restart = await attempt('start after a crash', site.restart);
  showProgress(restart);
  const hasFailed = journeys.some(({ tally }) => tally.failed > 0);
  const stop = await attempt('stop of the site', () => site.stop({ keepData: hasFailed }));
  showProgress(stop);
  if (hasFailed) console.log(`  The site's logs are in ${site.dataFolder}/logs.`);
  return [start, ...journeys, crash, restart, stop];
}

function endToEndTests(site: SiteUnderTest): Step {
  return playwrightStep(site, 'end-to-end tests', ['--config=e2e', '--reporter=list,json']);
}

function engineJourneys(site: SiteUnderTest): Step {
  return playwrightStep(site, 'journeys in every engine', ['--config=e2e/engines.config.ts']);
}

function playwrightStep({ environment }: SiteUnderTest, name: string, parameters: string[]): Step {
  const file = join(reportFolder, `${name.replaceAll(' ', '-')}.json`);
  return {
    name,
    parameters: ['e2e/node_modules/@playwright/test/cli.js', 'test', ...parameters],
    environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: { file, read: readers.playwright },
    isLive: true,
  };
}
