import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import { addDriver } from 'e2e/support/add-driver';
import { drivers } from 'e2e/support/drivers';
import { picture } from 'e2e/support/picture';
import { siteUrl } from 'e2e/support/site';
import { ApiCaller } from './support/api-caller.ts';
import { type Sample, sampleSite } from './support/site-processes.ts';

// `pnpm proof soak 60`: visitors and drivers use the site for this many minutes, by default an hour.
// The resources of its processes may not grow in the second half, and no status may be 500 or more.

const minutes = Number(process.argv[2] ?? 60);
const end = Date.now() + minutes * 60_000;
const half = Date.now() + minutes * 30_000;

/** The most growth from the third to the last quarter: a part of the third, but not below `least`. */
const bounds = {
  memory: { part: 0.1, least: 15 },
  heap: { part: 0.15, least: 10 },
  handles: { part: 0.2, least: 20 },
  sockets: { part: 0.2, least: 20 },
  files: { part: 0.2, least: 20 },
} satisfies Partial<Record<keyof Sample, { part: number; least: number }>>;

const failures: string[] = [];
const statuses = new Map<string, number>();
/** Milliseconds of each kind of request, by half. */
const times = new Map<string, [number[], number[]]>();

/** Makes a request and reads the whole response. */
async function timed(kind: string, request: () => Promise<Response>): Promise<string> {
  const started = performance.now();
  try {
    const answer = await request();
    const text = await answer.text();
    const halves = times.get(kind) ?? [[], []];
    times.set(kind, halves);
    halves[Date.now() < half ? 0 : 1].push(performance.now() - started);
    count(`${kind} ${answer.status}`);
    if (answer.status >= 500) failures.push(`${kind}: ${answer.status} ${text.slice(0, 200)}`);
    return text;
  } catch (error) {
    count(`${kind} failed`);
    failures.push(`${kind}: ${error} ${error instanceof Error ? error.cause : ''}`);
    return '';
  }
}

const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);

/** Opens pages and the scripts that each names, and sometimes an address that does not exist. */
async function visit(): Promise<void> {
  const pages = [paths.home(), paths.about(), paths.login(), paths.support()];
  for (let round = 0; Date.now() < end; round += 1) {
    const path = pages[round % pages.length] ?? '/';
    const page = await timed('page', () => fetch(siteUrl + path));
    const scripts = page.match(/\/releases\/[\w/.-]+\.(?:js|css)/g) ?? [];
    for (const script of new Set(scripts))
      await timed('release file', () => fetch(siteUrl + script));
    await timed('release map', () => fetch(`${siteUrl}/releases/release-map.json`));
    await timed('ip', () => fetch(siteUrl + apiBasePath + apiPaths.ip()));
    if (round % 10 === 0) await timed('missing', () => fetch(`${siteUrl}/nowhere/${round}`));
    await wait(200);
  }
}

/** Logs in, reads and changes the profile, and logs out, again and again. */
async function drive(caller: ApiCaller): Promise<void> {
  for (let round = 0; Date.now() < end; round += 1) {
    await timed('login', () => caller.logIn());
    for (let look = 0; look < 60 && Date.now() < end; look += 1) {
      const profile = await timed('profile', () => caller.call(apiPaths.verify()));
      // As often as the API allows: 60 times in a quarter of an hour.
      if (look % 30 === 5) {
        const color = [round % 256, look, 128] as [number, number, number];
        const image = round % 2 === 0 ? picture(400, color) : undefined;
        await timed(image ? 'picture sent' : 'profile saved', () =>
          caller.save(`Nell ${round}`, image),
        );
      }
      const { image } = JSON.parse(profile || '{}');
      if (image && look % 10 === 0) await timed('picture', () => fetch(siteUrl + image));
      await wait(400);
    }
    if (caller.driver === drivers.done) {
      await timed('bank link', () => caller.call(apiPaths.updateBankDetails()));
    }
    await timed('logout', () => caller.call(apiPaths.logout(), { method: 'POST' }));
    await timed('profile after logout', () => caller.call(apiPaths.verify()));
  }
}

const samples: Sample[][] = [];
async function watch(): Promise<void> {
  while (Date.now() < end) {
    samples.push(await sampleSite());
    await wait(Math.max(2000, (minutes * 60_000) / 240));
  }
}

const newDrivers = [await addDriver(), await addDriver(), await addDriver()];
const callers = [drivers.done, ...newDrivers].map((driver) => new ApiCaller(driver));
await Promise.all([watch(), visit(), visit(), visit(), ...callers.map(drive)]);

console.log(`\n${minutes} minutes; answers:`, Object.fromEntries([...statuses].toSorted()));
console.log(
  '\n| request | first half: median, 99 % in ms | second half | |\n| --- | --- | --- | --- |',
);
for (const [kind, halves] of times) {
  const [first, second] = halves.map((list) => [quantile(list, 0.5), quantile(list, 0.99)]);
  const isSlower = (second?.[0] ?? 0) > 2 * (first?.[0] ?? 0) + 50;
  if (isSlower) failures.push(`${kind} takes longer in the second half`);
  const cells = [first, second].map((pair) => pair?.map((value) => value.toFixed(0)).join(', '));
  console.log(`| ${kind} | ${cells.join(' | ')} | ${isSlower ? 'slower' : ''} |`);
}

console.log('\n| process | what | by quarter | |\n| --- | --- | --- | --- |');
for (const name of new Set(samples.flat().map((sample) => sample.name))) {
  const own = samples.flatMap((list) => list.filter((sample) => sample.name === name));
  for (const [what, { part, least }] of Object.entries(bounds)) {
    const values = own.map((sample) => sample[what as keyof typeof bounds]);
    const known = values.filter((value) => value !== undefined);
    if (known.length === 0) continue;
    const quarters = [0, 1, 2, 3].map((index) =>
      // The minimum of several measurements is the memory in use; the rest waits to be collected.
      quantile(quarterOf(known, index), what === 'heap' ? 0.1 : 0.5),
    );
    const [, , third = 0, fourth = 0] = quarters;
    const hasGrown = fourth - third > Math.max(least, part * third);
    if (hasGrown) failures.push(`${what} of ${name} grows: ${third} to ${fourth}`);
    const shown = quarters.map((value) => value.toFixed(what === 'memory' ? 0 : 1)).join(', ');
    console.log(`| ${name} | ${what} | ${shown} | ${hasGrown ? 'grows' : ''} |`);
  }
}

for (const failure of failures.slice(0, 20)) console.error(failure);
console.log(
  failures.length > 0 ? `\n${failures.length} failures` : '\nNothing grew, nothing failed.',
);
process.exit(failures.length > 0 ? 1 : 0);

function quarterOf(values: number[], index: number): number[] {
  const length = values.length / 4;
  return values.slice(Math.floor(index * length), Math.ceil((index + 1) * length));
}

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
