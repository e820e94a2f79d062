import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Memory for a picture in addition to the program that decodes it, which uses the rest of 150 MB. */
const pictureKb = 110_000;

/** Processor time of the program, in seconds. Pictures take 0.2 to 0.5 s, a few times that on a slow machine. */
const processorS = 3;

/**
 * Timeout of the program, for a busy machine. The last one in the queue gets its result after five times this,
 * within the gateway's minute for uploads.
 */
const deadlineMs = 10_000;

/** By program: the memory that it has reserved after loading, in kB, as it printed. */
const reserved = new Map<string, string>();

/**
 * Runs a Node program without environment variables, and with limits on its time and its memory. The memory
 * that Node reserves without using it depends on its version (some 600 MB). So the program is first run
 * without parameters to print that number. If it prints 0 (without /proc), memory is not limited; if nothing, it fails.
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
