import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** What a picture may take beyond the program that decodes it; the rest of 150 MB is the program's. */
const pictureKb = 110_000;

/** Longest that it may take; most pictures take half a second. */
const deadlineMs = 5000;

/** By program, what it has reserved once it is loaded, in kB. */
const reserved = new Map<string, number>();

/**
 * Runs a Node program, without our environment and not for long, that may take little more memory
 * than it does without a picture. How much Node reserves for code that it never writes depends on
 * its version (some 600 MB), so the program is asked for it first, without parameters. Where it does
 * not know (without /proc) there is no such limit.
 */
export async function spawnCapped(
  program: string,
  parameters: string[],
): Promise<ChildProcessWithoutNullStreams> {
  const options = { env: {}, timeout: deadlineMs, killSignal: 'SIGKILL' } as const;
  const kb =
    reserved.get(program) ?? Number(await text(spawn(process.execPath, [program], options).stdout));
  if (kb > 0) reserved.set(program, kb);
  const capped = `ulimit -d ${kb > 0 ? kb + pictureKb : 'unlimited'}; exec "$0" "$@"`;
  return spawn('sh', ['-c', capped, process.execPath, program, ...parameters], options);
}
