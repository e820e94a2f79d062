import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { picture } from 'e2e/support/picture';
import { siteUrl } from 'e2e/support/site';
import { SavingDriver } from './support/saving-driver.ts';
import { processOf } from './support/site-processes.ts';

// `pnpm proof restarts 60`: kills the API 60 times with SIGKILL while 20 drivers save their profiles.
// After its restart, all acknowledged changes have to be there, and nothing that was not sent.

const kills = Number(process.argv[2] ?? 60);

/** In ms. Each driver saves at a random moment of this time, and the API is killed at another. */
const longestWrite = 4000;

/** In ms. `start` stops the site if a program ends more than five times in a minute. */
const pause = (60_000 + longestWrite) / 5 + 200;

const failures: string[] = [];
const counts = { acknowledged: 0, unanswered: 0 };
let longest = 0;

const drivers: SavingDriver[] = [];
while (drivers.length < 20) drivers.push(await SavingDriver.add());

for (let round = 1; round <= kills; round += 1) {
  const began = Date.now();
  const saves = drivers.map((driver, index) => save(driver, round, index));
  await wait(longestWrite * Math.random());
  process.kill(processOf('api'), 'SIGKILL');
  const killed = Date.now();
  await Promise.all(saves);
  await untilBack();
  longest = Math.max(longest, Date.now() - killed);
  const problems = await Promise.all(drivers.map((driver) => driver.problem()));
  failures.push(...problems.filter((problem) => problem !== undefined));
  await wait(Math.max(0, pause - (Date.now() - began)));
}
console.log(`${kills} kills;`, counts, `back after ${longest} ms at the latest`);
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

/** Saves a name at some moment, sometimes with a picture. */
async function save(driver: SavingDriver, round: number, index: number): Promise<void> {
  await wait(longestWrite * Math.random());
  const image = (round + index) % 10 === 0 ? picture(100, [round, index, 0]) : undefined;
  const { acknowledged, problem } = await driver.save(`Nell ${round}`, image);
  counts[acknowledged ? 'acknowledged' : 'unanswered'] += 1;
  if (problem) failures.push(problem);
}

async function untilBack(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await fetch(siteUrl + apiBasePath + apiPaths.verify()).catch(() => undefined);
    if (answer?.status === 401) return;
    await wait(100);
  }
  throw new Error('The API was not back after 30 s.');
}
