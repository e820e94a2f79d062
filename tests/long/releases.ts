import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogState } from '@kargo/release-log/log/log-state';
import { currentVersion, servedApps } from '@kargo/release-log/log/served-releases';
import type { Release, ReleaseCandidates } from '@kargo/shared-types/releases/release';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { startGateway } from 'e2e/faults/gateway';
import { ReleasesFolder } from 'e2e/faults/releases-folder';
import { siteKeys } from 'e2e/support/site';

// `pnpm proof releases 40`: kills a publisher 40 times with SIGKILL at a random moment and 10 times
// between its last write and the new log entry, then runs two and eight publishers at once, and then
// publishes and rolls back for a minute under load. No release may be incomplete, no log entry may be
// lost, there always has to be a fallback, and every request has to be answered with 200, about as
// fast as without publishing.

const kills = Number(process.argv[2] ?? 40);
const root = join(import.meta.dirname, '../..');
const apps = ['marketing', 'auth', 'profile'];
/** The most time for 30 publishes and 6 rollbacks: 30 changes a minute. */
const changesMs = 72_000;
const failures: string[] = [];

await using releases = await ReleasesFolder.copy();
await using gateway = await startGateway(releases.path);
const builds = await mkdtemp(join(tmpdir(), 'kargo-proof-builds-'));

await killPublishers();
await killBeforeFlip();
const eight = [...apps, ...apps, 'marketing', 'auth'];
for (const [index, each] of [['marketing', 'auth'], ['marketing', 'marketing'], eight].entries()) {
  for (const round of [2 * index, 2 * index + 1]) await publishAtOnce(each, round);
}
await publishUnderLoad();
await rm(builds, { recursive: true });
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

async function killPublishers(): Promise<void> {
  const first = await buildOf('marketing', 'kill-0');
  const began = performance.now();
  await completed(publisher(first));
  const usual = performance.now() - began;
  let published = 0;
  for (let number = 1; number <= kills; number += 1) {
    const version = `kill-${number}`;
    published += await kill(version, () => wait(usual * Math.random()));
  }
  console.log(`${kills} kills within ${Math.round(usual)} ms each, ${published} after the flip`);
}

async function killBeforeFlip(): Promise<void> {
  const times = Math.min(kills, 10);
  let published = 0;
  for (let number = 1; number <= times; number += 1) {
    const version = `kill-before-flip-${number}`;
    const file = join(releases.path, 'marketing', version, 'release.json');
    published += await kill(version, async (child) => {
      while (!existsSync(file) && child.exitCode === null) await wait(1);
    });
    if (published > 0) failures.push(`${version} was killed too late.`);
  }
  console.log(`${times} kills between the last write and the flip`);
}

/**
 * Kills a publisher, and then publishes the same build again, which has to succeed.
 *
 * @returns 1 if the killed publisher's release had become current, else 0
 */
async function kill(
  version: string,
  moment: (child: ChildProcess) => Promise<unknown>,
): Promise<number> {
  const build = await buildOf('marketing', version);
  const child = publisher(build);
  const ended = once(child, 'exit');
  await moment(child);
  child.kill('SIGKILL');
  await ended;
  const isPublished = currentVersion(await releases.log(), 'marketing') === version;
  await requireWhole();
  await requireFallback();
  await completed(publisher(build));
  requireCurrent(await releases.log(), version);
  await requireWhole();
  await requireFallback();
  return isPublished ? 1 : 0;
}

async function publishAtOnce(apps: string[], round: number): Promise<void> {
  const wanted = apps.map((app, index) => ({ app, version: `at-once-${round}-${index}` }));
  const folders = await Promise.all(wanted.map(({ app, version }) => buildOf(app, version)));
  const before = await releases.log();
  const codes = await Promise.all(
    folders.map(async (build) => (await once(publisher(build), 'exit'))[0]),
  );
  const after = await releases.log();
  const made = after.generation - before.generation;
  const published = wanted.filter((_, index) => codes[index] === 0);
  const name = `${apps.length} publishers at once`;
  // Several publishers of one app: the slower ones may be refused, because the app was changed meanwhile.
  if (made !== published.length)
    failures.push(`${name}: ${published.length} ended well, ${made} entries.`);
  for (const app of new Set(apps)) {
    const ofApp = published.filter((it) => it.app === app);
    if (ofApp.length === 0) failures.push(`${name}: nobody has published ${app}.`);
  }
  for (const { app, version } of published) {
    const { current, earlier = [] } = after.records.get(app)?.record ?? {};
    const isKnown = [current, ...earlier].some((release) => release?.version === version);
    if (!isKnown) failures.push(`The flip to ${app} ${version} was lost.`);
  }
  await requireWhole();
  console.log(`${name}: ${made} entries, ${apps.length - made} refused`);
}

/** A minute without and a minute with 30 publishes and 6 rollbacks, in alternating quarters. */
async function publishUnderLoad(): Promise<void> {
  const phaseMs = 15_000;
  const times = { alone: [] as number[], publishing: [] as number[] };
  const folders = await Promise.all(
    Array.from({ length: 30 }, (_, index) => buildOf('auth', `load-${index}`)),
  );
  const { generation } = await releases.log();
  const changes = Array.from({ length: 36 }, (_, index) => () => {
    if (index % 6 === 5)
      return run(
        'platform/releases/commands/src/release.ts',
        'auth',
        '--back',
        '--releases',
        releases.path,
      );
    return publisher(folders.pop() ?? '');
  });
  let changingMs = 0;
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    await visits(times.alone, wait(phaseMs));
    const due = changes.splice(0, 9);
    const began = performance.now();
    await visits(times.publishing, inTurn(due, phaseMs / due.length));
    changingMs += performance.now() - began;
  }
  const made = (await releases.log()).generation - generation;
  if (made !== 36) failures.push(`30 publishes and 6 returns made ${made} changes.`);
  if (changingMs > changesMs) failures.push(`36 changes took ${Math.round(changingMs)} ms.`);
  const [alone, publishing] = [percentile(times.alone), percentile(times.publishing)];
  if (publishing > alone * 1.25) failures.push(`p99 was ${publishing} ms, and ${alone} without.`);
  console.log(
    `${made} changes under load in ${Math.round(changingMs / 1000)} s: p99 ${publishing} ms, without them ${alone} ms;`,
    `${times.alone.length + times.publishing.length} requests`,
  );
}

/** Starts each change after the one before has ended, and at most one per `everyMs`. */
async function inTurn(changes: (() => ChildProcess)[], everyMs: number): Promise<void> {
  const began = performance.now();
  for (const [index, change] of changes.entries()) {
    await completed(change());
    await wait(Math.max(0, began + (index + 1) * everyMs - performance.now()));
  }
}

/** Eight visitors make 20 requests per second each, until the promise settles. */
async function visits(times: number[], until: Promise<unknown>): Promise<void> {
  let isOver = false;
  const visitor = async (_: unknown, number: number) => {
    await wait(number * 6);
    while (!isOver) {
      for (const path of ['/', '/login', releaseMapPath]) {
        await Promise.all([ask(path, times), wait(50)]);
      }
    }
  };
  const visitors = Array.from({ length: 8 }, visitor);
  await until;
  isOver = true;
  await Promise.all(visitors);
}

async function ask(path: string, times: number[]): Promise<void> {
  const began = performance.now();
  const answer = await fetch(gateway.url + path);
  await answer.arrayBuffer();
  times.push(performance.now() - began);
  if (answer.status !== 200) failures.push(`${path} was answered ${answer.status}.`);
}

function percentile(times: number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0);
}

/** A copy of the current release's build, under another version. */
async function buildOf(app: string, version: string): Promise<string> {
  const build = join(builds, `${app}-${version}`);
  await cp(join(releases.path, app, currentVersion(await releases.log(), app) ?? ''), build, {
    recursive: true,
    // Without variants, and without what a killed publisher left.
    filter: (file) => !/\.(br|gz)$|\/\.writing-/.test(file),
  });
  const file = join(build, 'release.json');
  const { files, ...release }: Release = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...release, version }));
  return build;
}

function publisher(build: string): ChildProcess {
  return run('platform/releases/delivery/src/publish.ts', build, '--releases', releases.path);
}

function run(script: string, ...parameters: string[]): ChildProcess {
  return spawn(process.execPath, [join(root, script), ...parameters], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...siteKeys() },
  });
}

async function completed(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) failures.push(`A publisher that nobody killed ended with ${code}.`);
}

function requireCurrent(log: LogState, version: string): void {
  if (currentVersion(log, 'marketing') === version) return;
  failures.push(`marketing ${version} was published, but is not current.`);
}

/** Requires that the gateway has a fallback for the current release. */
async function requireFallback(): Promise<void> {
  const answer = await fetch(gateway.url + releaseMapPath);
  const candidates = (await answer.json()) as ReleaseCandidates;
  if ((candidates.marketing?.length ?? 0) > 1) return;
  failures.push(`marketing has ${candidates.marketing?.length} candidates.`);
}

/** Requires that all releases in the log exist, and match their `release.json`. */
async function requireWhole(): Promise<void> {
  const log = await releases.log();
  for (const app of servedApps(log)) {
    const { current, earlier = [] } = log.records.get(app)?.record ?? {};
    const found = (await readdir(join(releases.path, app))).filter((version) =>
      existsSync(join(releases.path, app, version, 'release.json')),
    );
    const lost = [current, ...earlier].find((it) => it && !found.includes(it.version));
    if (lost) failures.push(`The log names ${app} ${lost.version}, which is not there.`);
    // Only releases of killed publishers are checked; nothing changes the others.
    for (const version of app === 'marketing' ? found.filter((name) => /^kill/.test(name)) : []) {
      const problem = await damageTo(join(releases.path, app, version));
      if (problem) failures.push(`${app} ${version} is half there: ${problem}.`);
    }
  }
}

async function damageTo(folder: string): Promise<string | undefined> {
  const { files = {} }: Release = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'));
  if (Object.keys(files).length === 0) return 'release.json names no file';
  for (const [path, { sha384 }] of Object.entries(files)) {
    const content = await readFile(join(folder, path)).catch(() => Buffer.alloc(0));
    if (createHash('sha384').update(content).digest('base64') !== sha384) return path;
  }
  return undefined;
}
