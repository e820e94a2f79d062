import { setTimeout as wait } from 'node:timers/promises';
import { addDriver } from 'e2e/support/add-driver';
import { picture } from 'e2e/support/picture';
import { siteUrl } from 'e2e/support/site';
import { apiBasePath, apiPaths } from 'shared-types/api/api-paths';
import type { Profile } from 'shared-types/api/driver';
import { ApiCaller } from './support/api-caller.ts';
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

const callers: ApiCaller[] = [];
for (let count = 0; count < 20; count += 1) {
  const caller = new ApiCaller(await addDriver());
  const answer = await caller.logIn();
  if (!answer.ok) throw new Error(`A login was answered ${answer.status}.`);
  callers.push(caller);
}
/** The last change that was confirmed to each driver. */
const saved = new Map(callers.map((caller) => [caller, caller.driver.name]));

for (let round = 1; round <= kills; round += 1) {
  const began = Date.now();
  const names = callers.map((caller, index) => save(caller, round, index));
  await wait(longestWrite * Math.random());
  process.kill(processOf('api'), 'SIGKILL');
  const killed = Date.now();
  const sent = await Promise.all(names);
  await untilBack();
  longest = Math.max(longest, Date.now() - killed);
  await Promise.all(callers.map((caller, index) => requireKept(caller, sent[index])));
  await wait(Math.max(0, pause - (Date.now() - began)));
}
console.log(`${kills} kills;`, counts, `back after ${longest} ms at the latest`);
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

/** Saves a name, sometimes with a picture; returns the name if there was no confirmation. */
async function save(caller: ApiCaller, round: number, index: number): Promise<string | undefined> {
  const name = `Nell ${round}`;
  await wait(longestWrite * Math.random());
  const image = (round + index) % 10 === 0 ? picture(100, [round, index, 0]) : undefined;
  const answer = await caller.save(name, image).catch(() => undefined);
  const body = await answer?.text().catch(() => undefined);
  if (answer?.status === 200 && body) {
    counts.acknowledged += 1;
    saved.set(caller, name);
    return undefined;
  }
  if (answer && answer.status !== 503)
    failures.push(`A save was answered ${answer.status}: ${body}`);
  counts.unanswered += 1;
  return name;
}

async function requireKept(caller: ApiCaller, unanswered: string | undefined): Promise<void> {
  const answer = await caller.call(apiPaths.verify());
  if (!answer.ok) {
    failures.push(`A profile was answered ${answer.status}.`);
    return;
  }
  const { name, image } = (await answer.json()) as Profile;
  if (name !== saved.get(caller) && name !== unanswered) {
    failures.push(`"${saved.get(caller)}" was acknowledged, "${name}" is there.`);
  }
  saved.set(caller, name);
  const shown = image && (await fetch(siteUrl + image));
  if (shown && !shown.ok) failures.push(`The picture of ${name} is answered ${shown.status}.`);
}

async function untilBack(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await fetch(siteUrl + apiBasePath + apiPaths.verify()).catch(() => undefined);
    if (answer?.status === 401) return;
    await wait(100);
  }
  throw new Error('The API was not back after 30 s.');
}
