import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rmdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Problem } from '@kargo/release-log/contract/release-gate';
import type { Publishers } from '@kargo/release-log/contract/release-signature';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { candidateStore } from './candidate-store.ts';
import type { Versions } from './screens.ts';

export interface SmokeTestTask {
  /** The versions that would be served together, by app. */
  site: Versions;
  /** The versions that are served now, by app. */
  current: Versions;
  /** Folder for pictures and traces of what failed. */
  evidence: string;
  /** Whether a screen that is larger than the shell allows is a warning only. */
  acceptSize: boolean;
  /** Whether all visits are made that are possible. */
  isFull?: boolean;
}

interface SmokeTestResult {
  opened: string[];
  problems: Problem[];
  warnings: string[];
  /** Sentences on what this system lacks to keep the releases' code from the rest of the machine. */
  notes: string[];
}

/** Exit code when no browser starts. */
export const noBrowser = 3;

const program = fileURLToPath(import.meta.resolve('@kargo/smoke-test/smoke-test'));

/** Names of variables that the system's programs and Node may need, and of those for browsers. */
const isOfSystem =
  /^(path|home|lang|lc_\w+|te?mp(dir)?|systemroot|programfiles.*|localappdata|userprofile)$/i;
const isOfBrowser =
  /^(xdg_|fontconfig_|ld_library_path$|browser_path$|playwright_browsers_path$|node_(opt|comp))/i;

/**
 * Opens the screens of some apps in a browser: copies of the releases, in a process without
 * secrets and, where the system allows it, with a network of its own.
 *
 * @throws an Error whose message says why they could not be opened
 */
export async function runSmokeTest(
  store: ReleaseStore,
  publishers: Publishers,
  apps: readonly string[],
  { site, current, ...task }: SmokeTestTask,
): Promise<SmokeTestResult> {
  await using candidates = await candidateStore(store, site, publishers);
  // Another shell may look different, and changes what every page has.
  await using before = apps.includes('shell')
    ? undefined
    : await candidateStore(store, current, publishers);
  await mkdir(task.evidence, { recursive: true });
  const input = JSON.stringify({ apps, candidates, before, ...task });
  const words = ownNetwork(task.evidence);
  let ended = await run(words, input);
  // Outside, one can be downloaded.
  if (ended.exitCode === noBrowser && words.length > 0) ended = await run([], input);
  await rmdir(task.evidence).catch(() => undefined);
  if (!ended.output) throw new Error(ended.complaint);
  const result: SmokeTestResult = JSON.parse(ended.output);
  if (!ended.isApart)
    result.notes.push(
      'This system gives the browser no network of its own: only its settings keep it from other ports.',
    );
  return result;
}

/** Runs the program, with these words before it. */
async function run(words: readonly string[], input: string) {
  const [command = '', ...parameters] = [...words, process.execPath, program];
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => isOfSystem.test(name) || isOfBrowser.test(name)),
  );
  const child = spawn(command, parameters, { env });
  // One that ends early closes its input.
  child.stdin.on('error', () => undefined).end(input);
  const ended = once(child, 'close');
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await ended;
  return { output, complaint, exitCode, isApart: words.length > 0 };
}

/**
 * Returns the words before a command that run it as an ordinary user, in a network that has nothing
 * but `localhost`, and keep environment and memory of other processes from it; none where the
 * system refuses that.
 *
 * @param folder one that it must be able to write into
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
