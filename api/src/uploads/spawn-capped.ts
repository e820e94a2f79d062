import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Memory for a picture; the program that decodes it uses the rest of 150 MB. */
const pictureKb = 110_000;

/** Processor time. Pictures take 0.2 to 0.5 s, or a few times that on a slow machine. */
const processorS = 3;

/** For a busy machine. The last in the queue takes five times this, within the gateway's minute. */
const deadlineMs = 10_000;

/** By program: the memory that it has reserved after loading, in kB, as it printed. */
const reserved = new Map<string, string>();

/**
 * Runs a Node program without environment variables and with limited time and memory. Node reserves
 * some 600 MB that it does not use, depending on its version. So the program first runs without
 * parameters to print that number: 0 (no /proc) leaves memory unlimited, nothing is a failure.
 */
export async function spawnCapped(program: string, parameters: string[]) {
  const options = { env: {}, timeout: deadlineMs, killSignal: 'SIGKILL' } as const;
  const measure = () => spawn(process.execPath, [program], options).on('error', () => {});
  const kb = reserved.get(program) ?? (await text(measure().stdout));
  if (!kb) throw new Error('The program did not print what it has reserved');
  reserved.set(program, kb);
  const capped = `ulimit -t ${processorS}; ulimit -d ${Number(kb) ? Number(kb) + pictureKb : 'unlimited'}; exec "$0" "$@"`;
  const child = spawn('sh', ['-c', capped, process.execPath, program, ...parameters], options);
  await once(child, 'spawn');
  return child;
}
