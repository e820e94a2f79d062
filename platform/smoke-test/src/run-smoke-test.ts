import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rmdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Signer } from '@kargo/release-log/log/add-record';
import type { PublisherKey, Publishers } from '@kargo/release-log/rules/release-signature';
import type { SmokeTestResult, SmokeTestTask } from '@kargo/release-log/rules/smoke-test';
import { readVerdict, writeVerdict } from '@kargo/release-log/rules/verdicts';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { type Candidates, candidateStore } from './candidate-store.ts';
import { planSmokeTest } from './plan-visits.ts';
import type { Screen, Versions } from './screens.ts';
import { verdictNames } from './verdict-names.ts';

interface Task extends SmokeTestTask {
  /** Folder for pictures and traces of failures. */
  evidence: string;
  tell?: Tell;
}

/** Without a key it stores no verdicts, so the next run visits the same screens again. */
type Judge = Partial<Signer> & Pick<Signer, 'publishers'>;
/** Gets what the smoke test is doing, and the share that is done, from 0 to 1. */
export type Tell = (at: string, share?: number) => void;

/** The program's input, with stores in place of versions. */
export interface Input extends Pick<Task, 'evidence' | 'acceptSize'> {
  apps: readonly string[];
  screens: readonly string[];
  candidates: Candidates;
  /** Without them, nothing is compared. */
  before: Candidates | undefined;
}

export interface Output extends Pick<SmokeTestResult, 'problems' | 'warnings'> {
  /** One sentence for each thing that this system lacks to isolate the releases' code. */
  notes: string[];
  pictures?: string | undefined;
}

export interface Result extends SmokeTestResult, Output {
  /** How many screens were opened now, for lack of a verdict. */
  now: number;
}

/** Exit code when no browser starts. */
export const noBrowser = 3;

const program = fileURLToPath(import.meta.resolve('@kargo/smoke-test/smoke-test'));

/** Variables that the system's programs, Node and browsers may need. */
const isOfSystem =
  /^(path|home|lang|lc_\w+|te?mp(dir)?|systemroot|programfiles.*|localappdata|userprofile)$/i;
const isOfBrowser =
  /^(xdg_|fontconfig_|ld_library_path$|browser_path$|playwright_browsers_path$|node_(opt|comp))/i;

/**
 * Opens these apps' screens in a browser, except those that have a verdict or that a new release
 * does not change. Stores a verdict on each good screen.
 *
 * @throws an Error whose message says why they could not be opened
 */
export async function runSmokeTest(
  store: ReleaseStore,
  { publishers, key, by = '' }: Judge,
  apps: readonly string[],
  { site, current, evidence, acceptSize, tell }: Task,
  prepared?: Prepared,
): Promise<Result> {
  const plan = await planSmokeTest(store, site, apps);
  const opened: string[] = [];
  const result: Result = { opened, problems: [], warnings: [], notes: [], now: 0 };
  const [only, ...others] = new Set(plan.all.map(({ app }) => app));
  // A visit comes from another app's screen, and leaves for one.
  if (only !== undefined && others.length === 0) {
    const warning = `The screens of ${only} were not opened: the site has no screens of another app yet.`;
    return { ...result, warnings: [warning] };
  }
  // Another shell may look different, and changes every page.
  const before = apps.includes('shell') ? undefined : current;
  const appOf = ({ app }: Screen) => (before ? app : 'shell');
  const names = await verdictNames(store, publishers, plan, before, acceptSize);
  const left: Screen[] = [];
  for (const [screen, [name, unchanged]] of names) {
    const app = appOf(screen);
    const verdict = await readVerdict(store, { app, name }, publishers);
    const isNew = site[screen.app] !== current[screen.app];
    if (!verdict && isNew && name === unchanged) continue;
    opened.push(screen.id);
    // Warnings about other releases say nothing about this one.
    const own = `${app} ${site[app]} `;
    result.warnings.push(...(verdict?.warnings ?? []).filter((text) => text.startsWith(own)));
    if (!verdict) left.push(screen);
  }
  if (left.length === 0) return result;
  const screens = left.map(({ id }) => id);
  const task = { apps, screens, site, before, evidence, acceptSize };
  const output = await openScreens(store, publishers, task, tell, prepared);
  const at = new Date().toISOString();
  for (const screen of key && output.problems.length === 0 ? left : []) {
    const warnings = output.warnings.filter((text) => new RegExp(`${screen.id}\\b`).test(text));
    const verdict = { log: publishers.log, app: appOf(screen), at, by, warnings };
    for (const name of names.get(screen) ?? [])
      await writeVerdict(store, { ...verdict, name }, key as PublisherKey);
  }
  const warnings = [...new Set([...result.warnings, ...output.warnings])];
  return { ...result, ...output, warnings, now: left.length };
}

interface Opening extends Omit<Input, 'candidates' | 'before'> {
  site: Versions;
  before: Versions | undefined;
}

/**
 * Opens screens of copied releases in a browser, in a process without secrets and, where the
 * system allows it, in its own network.
 */
async function openScreens(
  store: ReleaseStore,
  publishers: Publishers,
  { site, before: current, ...task }: Opening,
  tell: Tell | undefined,
  prepared?: Prepared,
): Promise<Output> {
  const { apps, evidence } = task;
  await mkdir(evidence, { recursive: true });
  const running = prepared ?? prepareSmokeTest(evidence, apps);
  const [now, then] = await Promise.all([
    candidateStore(store, site, publishers),
    current && candidateStore(store, current, publishers),
  ]);
  await using candidates = now;
  await using before = then;
  const input = JSON.stringify({ ...task, candidates, before } satisfies Input);
  let ended = await running.finish(input, tell);
  // Outside that network, the program can download a browser.
  if (ended.exitCode === noBrowser && ended.isApart)
    ended = await start([], apps).finish(input, tell);
  await rmdir(evidence).catch(() => undefined);
  const killed = `the smoke test was ended by ${ended.signal}, perhaps for lack of memory`;
  if (!ended.output) throw new Error(ended.signal ? killed : ended.complaint);
  const output: Output = JSON.parse(ended.output);
  if (!ended.isApart)
    output.notes.push(
      'This system gives the browser no network of its own: only its settings keep it from other ports.',
    );
  return output;
}

/** The program, which waits for input, and ends with this process if none comes. */
export type Prepared = ReturnType<typeof prepareSmokeTest>;

/** Starts the program and its browser before anybody knows what to open. It writes to a folder. */
export const prepareSmokeTest = (folder: string, apps: readonly string[]) =>
  start(ownNetwork(folder), apps);

/** @param words put before the command */
function start(words: readonly string[], apps: readonly string[]) {
  const sites = apps.includes('shell') ? '1' : '2';
  const [command = '', ...parameters] = [...words, process.execPath, program, sites];
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => isOfSystem.test(name) || isOfBrowser.test(name)),
  );
  const child = spawn(command, parameters, {
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  }) as ChildProcessWithoutNullStreams;
  // A program that ends early closes its input.
  child.stdin.on('error', () => undefined);
  const ending = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  ending.catch(() => undefined);
  const finish = async (input: string, tell?: Tell) => {
    child.on('message', (told: Parameters<Tell>) => tell?.(...told));
    child.stdin.end(input);
    const [output, complaint, [exitCode, signal]] = await ending;
    return { output, complaint, exitCode, signal, isApart: words.length > 0 };
  };
  return { finish };
}

/**
 * Returns words that, put before a command, run it as an ordinary user in a network with only
 * `localhost`, and hide other processes' environment and memory from it. Returns none where the
 * system refuses that.
 *
 * @param folder where the program must be able to write
 */
export function ownNetwork(folder: string): string[] {
  const root = ['unshare', '--user', '--map-root-user', '--net'];
  const start = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  // A browser does not start its sandbox as root.
  const words = [...root, ...start, 'unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const access = ['test', '-r', program, '-a', '-x', process.execPath, '-a', '-w', folder];
  const [command = '', ...parameters] = [...words, ...access];
  return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0 ? words : [];
}
