import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readKeys } from '@kargo/delivery/keys';
import { storeBuild } from '@kargo/delivery/store-build';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { Release } from '@kargo/shared-types/releases/release';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { startGateway } from 'e2e/faults/gateway';
import { ReleasesFolder } from 'e2e/faults/releases-folder';
import { runScript } from 'e2e/support/run-script';
import { siteKeys } from 'e2e/support/site';
import { CanaryVisitors, type Visit } from './support/canary-visitors.ts';

// `pnpm proof canaries 20`: gives canaries to many visitors and counts who gets them, kills the commands that begin
// and promote one 20 times each, opens previews and changes releases under load, releases a shell that a canary
// does not fit, and takes a release over from another store.

const kills = Number(process.argv[2] ?? 20);
const root = join(import.meta.dirname, '../..');
const failures: string[] = [];
const env = { ...process.env, ...siteKeys() };

await using releases = await ReleasesFolder.copy();
await using gateway = await startGateway(releases.path);
const visitors = new CanaryVisitors(gateway.url);
const now = {
  marketing: currentVersion(await releases.log(), 'marketing') ?? '',
  auth: currentVersion(await releases.log(), 'auth') ?? '',
};

const program = join(root, 'platform/releases/commands/src/release.ts');
const place = [
  ...['--releases', releases.path, '--site', gateway.url],
  ...['--without-browser', '--without-api'],
];

await takeOver();
await giveToFive();
await giveTwoAtOnce();
await changeUnderLoad();
await killWhile('--percent');
await killWhile('--promote');
await releaseShellThatDoesNotFit();
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

/** `--from`: a copy has the same bytes. */
async function takeOver(): Promise<void> {
  const to = await mkdtemp(join(tmpdir(), 'kargo-proof-store-'));
  const place = ['--releases', to, '--create', '--without-browser'];
  await runScript([program, 'marketing', '--from', releases.path, ...place], { env });
  const folder = `marketing/${now.marketing}`;
  const { status, stdout } = spawnSync('diff', [
    '-r',
    join(releases.path, folder),
    join(to, folder),
  ]);
  expect(status === 0, `The copy differs: ${stdout}`);
  await rm(to, { recursive: true });
  console.log('--from: the copy of a release is the same, its signature too');
}

/** Ten visits of 10,000 visitors. */
async function giveToFive(): Promise<void> {
  const next = await store('marketing', 'canary-five');
  const hasIt = ({ versions }: Visit) => versions.marketing === next;
  await release('marketing', '--to', next, '--percent', '5');
  await seen(next);
  const first = await visitors.freshOnPage(10_000);
  const few = first.filter(hasIt);
  const share = (few.length / first.length) * 100;
  expect(share >= 4 && share <= 6, `A canary at 5 % is seen by ${share} %.`);
  expect(new Set(first.map(({ cookie }) => cookie)).size === first.length, 'Ids are shared.');
  for (let number = 2; number <= 10; number += 1) {
    const moved = (await visitors.again(first)).filter((it, of) => {
      const before = first[of];
      return before === undefined || hasIt(it) !== hasIt(before);
    });
    expect(moved.length === 0, `${moved.length} visitors changed sides at visit ${number}.`);
  }
  await release('marketing', '--to', next, '--percent', '20');
  await wait(1000);
  const kept = (await visitors.again(few)).filter(hasIt);
  expect(kept.length === few.length, `At 20 % ${few.length - kept.length} lost it.`);
  const more = ((await visitors.again(first)).filter(hasIt).length / first.length) * 100;
  expect(more >= 18.5 && more <= 21.5, `A canary at 20 % is seen by ${more} %.`);
  await release('marketing', '--back');
  const ended = performance.now();
  while ((await visitors.again(few)).some(hasIt) && performance.now() - ended < 10_000);
  const took = Math.round(performance.now() - ended);
  expect(took < 2000, `The canary was still served after ${took} ms.`);
  console.log(
    `10,000 visitors, ten visits each: ${share.toFixed(2)} % at 5 %, ${more.toFixed(2)} % at 20 %, none ${took} ms after --back`,
  );
}

/** Canaries of two apps do not depend on each other. */
async function giveTwoAtOnce(): Promise<void> {
  const next = {
    marketing: await store('marketing', 'canary-two'),
    auth: await store('auth', 'canary-two'),
  };
  await release('marketing', '--to', next.marketing, '--percent', '50');
  await release('auth', '--to', next.auth, '--percent', '20');
  await wait(1000);
  const all = await visitors.freshOnCall(40_000);
  const shares: string[] = [];
  for (const [marketing, chance] of [
    [next.marketing, 0.5],
    [now.marketing, 0.5],
  ] as const)
    for (const [auth, other] of [
      [next.auth, 0.2],
      [now.auth, 0.8],
    ] as const) {
      const those = all.filter(
        ({ versions }) => versions.marketing === marketing && versions.auth === auth,
      );
      const [share, expected] = [(those.length / all.length) * 100, chance * other * 100];
      shares.push(`${share.toFixed(2)} of ${expected} %`);
      expect(Math.abs(share - expected) <= 1, `Two canaries: ${share} % instead of ${expected}.`);
    }
  for (const app of ['marketing', 'auth']) await release(app, '--back');
  console.log(`Two canaries, 40,000 visitors: ${shares.join(', ')}`);
}

/** A minute in quarters, every other one with flips, previews and a canary. */
async function changeUnderLoad(): Promise<void> {
  const times = { alone: [] as number[], changing: [] as number[] };
  const canary = await store('auth', 'canary-load');
  const next = await store('marketing', 'canary-load');
  const shown = await release('marketing', '--to', next, '--preview');
  const link = /^http\S+$/m.exec(shown)?.[0] ?? '';
  for (let quarter = 1; quarter <= 2; quarter += 1) {
    await load(times.alone, wait(15_000));
    await release('auth', '--to', canary, '--percent', '50');
    const flip = [releases.path, 'marketing', now.marketing, next, '15'];
    const flips = once(run(join(root, 'tests/long/support/flip.ts'), ...flip), 'exit');
    await load(times.changing, flips, link);
    const [code] = await flips;
    expect(code === 0, `The flips ended with ${code}.`);
    await release('auth', '--back');
  }
  await release('marketing', '--to', now.marketing);
  const [alone, changing] = [p99(times.alone), p99(times.changing)];
  expect(changing <= alone * 1.25, `p99 was ${changing} ms, and ${alone} ms without.`);
  console.log(
    `30 changes, previews and a canary under load: p99 ${changing.toFixed(1)} ms, without ${alone.toFixed(1)} ms; ${times.alone.length + times.changing.length} requests`,
  );
}

/** Eight visitors make 20 requests per second each, with a preview link opened in between. */
async function load(times: number[], until: Promise<unknown>, link?: string): Promise<void> {
  let isOver = false;
  const visitor = async (_: unknown, number: number) => {
    await wait(number * 6);
    const [first] = await visitors.freshOnCall(1);
    while (!isOver) {
      for (const path of ['/', '/login', releaseMapPath]) {
        await Promise.all([ask(path, times, number % 2 === 0 ? first?.cookie : ''), wait(50)]);
      }
      if (link) await openPreview(link);
    }
  };
  const all = Array.from({ length: 8 }, visitor);
  await until;
  isOver = true;
  await Promise.all(all);
}

async function ask(path: string, times: number[], cookie = ''): Promise<void> {
  const began = performance.now();
  const answer = await fetch(gateway.url + path, { headers: { cookie } });
  await answer.arrayBuffer();
  times.push(performance.now() - began);
  expect(answer.status === 200, `${path} was answered ${answer.status}.`);
}

async function openPreview(link: string): Promise<void> {
  const opened = await fetch(link, { redirect: 'manual' });
  expect(opened.status === 303, `A preview was answered ${opened.status}.`);
  const [cookie = ''] = (opened.headers.getSetCookie()[0] ?? '').split(';');
  const page = await fetch(`${gateway.url}/`, { headers: { cookie } });
  const html = await page.text();
  expect(page.status === 200, `A page of a preview was answered ${page.status}.`);
  expect(html.includes('data-testid="preview-bar"'), 'A preview has no bar.');
}

/** Kills a command at random moments; afterwards the log is as before or as after, and it works again. */
async function killWhile(way: '--percent' | '--promote'): Promise<void> {
  const next = await store('marketing', `canary-kill${way}`);
  const begin = ['marketing', '--to', next, '--percent', '5'];
  const command = way === '--percent' ? begin : ['marketing', '--promote'];
  const reset = async () => {
    await release('marketing', '--to', now.marketing);
    if (way === '--promote') await release(...begin);
    else if ((await state()).canary) await release('marketing', '--back');
  };
  const done = way === '--percent' ? `${now.marketing} ${next}` : `${next} `;
  await reset();
  const before = textOf(await state());
  // The first time renders pages, so it takes longer.
  await release(...command);
  await reset();
  const began = performance.now();
  await release(...command);
  const usual = performance.now() - began;
  let changed = 0;
  for (let number = 1; number <= kills; number += 1) {
    await reset();
    const child = run(program, ...command, ...place);
    const ended = once(child, 'exit');
    await wait(usual * Math.random());
    child.kill('SIGKILL');
    await ended;
    const after = textOf(await state());
    expect(after === before || after === done, `Killed, ${way} left "${after}".`);
    if (after === done) changed += 1;
    else await release(...command);
    expect(textOf(await state()) === done, `${way} did not work again.`);
  }
  await reset();
  if ((await state()).canary) await release('marketing', '--back');
  console.log(
    `${kills} kills of ${way}: ${changed} after the change, ${kills - changed} before it`,
  );
}

/** A shell whose version of a shared module the canary refuses. */
async function releaseShellThatDoesNotFit(): Promise<void> {
  const shell = currentVersion(await releases.log(), 'shell') ?? '';
  const { provides = {} } = await releases.release('shell', shell);
  const [name = '', version = ''] = Object.entries(provides).find(([it]) => it === 'react') ?? [];
  const next = await store('marketing', 'canary-picky', (it) => ({
    ...it,
    needs: { ...it.needs, [name]: version },
  }));
  await release('marketing', '--to', next, '--percent', '100');
  await seen(next);
  const raised = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  const picky = await publishShell(shell, (it) => ({
    ...it,
    provides: { ...provides, [name]: raised },
  }));
  await seen(now.marketing);
  const [visit] = await visitors.freshOnPage(1);
  expect(visit?.versions.shell === picky, 'The shell is not served.');
  const listed = await runScript(
    [join(root, 'platform/releases/commands/src/releases.ts'), '--releases', releases.path],
    {
      env,
    },
  );
  const why = listed.split('\n').find((line) => line.startsWith('Nobody gets that canary now'));
  expect(why !== undefined, 'pnpm releases does not say why nobody gets the canary.');
  console.log(why);
}

/** Publishes a copy of a shell under another version, and returns that. */
async function publishShell(from: string, change: (release: Release) => Release): Promise<string> {
  const version = `99.0.0-${from}`;
  const build = await mkdtemp(join(tmpdir(), 'kargo-proof-shell-'));
  const filter = (file: string) => !/\.(br|gz)$/.test(file);
  await cp(join(releases.path, 'shell', from), build, { recursive: true, filter });
  for (const name of ['index.html', 'release.json']) {
    const text = await readFile(join(build, name), 'utf8');
    await writeFile(join(build, name), text.replaceAll(from, version));
  }
  const file = join(build, 'release.json');
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))));
  await releases.publish(build);
  await rm(build, { recursive: true });
  return version;
}

function release(...parameters: string[]): Promise<string> {
  return runScript([program, ...parameters, ...place], { env });
}

function run(script: string, ...parameters: string[]): ChildProcess {
  return spawn(process.execPath, [script, ...parameters], { stdio: 'ignore', env });
}

/** Stores a copy of the current release of an app under another version, and returns that. */
async function store(
  app: 'marketing' | 'auth',
  version: string,
  change = (release: Release): Release => release,
): Promise<string> {
  const build = await mkdtemp(join(tmpdir(), 'kargo-proof-build-'));
  const filter = (file: string) => !/\.(br|gz)$/.test(file);
  await cp(join(releases.path, app, now[app]), build, { recursive: true, filter });
  const file = join(build, 'release.json');
  const { files, ...before }: Release = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify(change({ ...before, version })));
  await storeBuild(build, new FolderStore(releases.path), readKeys(env));
  await rm(build, { recursive: true });
  return version;
}

/** Waits until new visitors may get a release of marketing. */
async function seen(version: string): Promise<void> {
  const deadline = performance.now() + 5000;
  for (;;) {
    const some = await visitors.freshOnCall(200);
    if (some.some(({ versions }) => versions.marketing === version)) return;
    if (performance.now() > deadline) throw new Error(`Nobody gets marketing ${version}.`);
  }
}

async function state(): Promise<{ current: string; canary: string }> {
  const record = (await releases.log()).records.get('marketing')?.record;
  return { current: record?.current?.version ?? '', canary: record?.next?.version ?? '' };
}

function textOf({ current, canary }: { current: string; canary: string }): string {
  return `${current} ${canary}`;
}

function p99(times: number[]): number {
  return times.toSorted((one, two) => one - two)[Math.floor(times.length * 0.99)] ?? 0;
}

function expect(isTrue: boolean, failure: string): void {
  if (!isTrue) failures.push(failure);
}
